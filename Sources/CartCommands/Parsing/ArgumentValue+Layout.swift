package import CartLayout

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// The names of all cases.
    package static var choices: [String] { allCases.map(\.rawValue) }
    /// The names of all cases, as a sentence has them.
    package static var expectation: String { choices.alternatives }
    /// Reads the name of a case.
    package init?(argument: String) { self.init(rawValue: argument) }
}

extension LayoutDirection: ArgumentValue {}
extension HorizontalAlignment: ArgumentValue {}
extension VerticalAlignment: ArgumentValue {}

extension Rect: ArgumentValue {
    package static var expectation: String { "four numbers with commas between them, such as 0,0,280,220" }
    /// Reads `X,Y,WIDTH,HEIGHT`.
    package init?(argument: String) {
        guard let numbers = numbers(in: argument, count: 4) else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension Point: ArgumentValue {
    package static var expectation: String { "two numbers with a comma between them, such as 100,40" }
    /// Reads `X,Y`.
    package init?(argument: String) {
        guard let numbers = numbers(in: argument, count: 2) else { return nil }
        self.init(x: numbers[0], y: numbers[1])
    }
}

extension Size: ArgumentValue {
    package static var expectation: String { "two numbers with a comma between them, such as 44,44" }
    /// Reads `WIDTH,HEIGHT`.
    package init?(argument: String) {
        guard let numbers = numbers(in: argument, count: 2) else { return nil }
        self.init(width: numbers[0], height: numbers[1])
    }
}

/// So many numbers with commas between them, or nil.
private func numbers(in text: String, count: Int) -> [Double]? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    let known = numbers.compactMap(\.self)
    return numbers.count == count && known.count == count ? known : nil
}

extension [String] {
    /// `a, b or c`.
    var alternatives: String {
        guard let last, count > 1 else {
            return first ?? ""
        }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
