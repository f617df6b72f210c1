package import CartModel

extension NamedOptions where Element == Self {
    /// Reads names with commas between them; nil where one of them is none.
    fileprivate init?(names: String) {
        var all = Self()
        for name in names.split(separator: ",", omittingEmptySubsequences: false) {
            guard let option = Self(name: String(name)) else { return nil }
            all.formUnion(option)
        }
        self = all
    }

    /// The names with commas between them, and a number for the bits without a name; nil for no bit.
    var words: String? {
        let named = Self.named.reduce(into: Self()) { $0.formUnion($1.option) }
        let rest = subtracting(named)
        let words = names + (rest.isEmpty ? [] : ["\(rest.rawValue)"])
        return words.isEmpty ? nil : words.joined(separator: ",")
    }
}

extension ControlState: ArgumentValue {
    package static var expectation: String {
        "normal, or one or more of \(named.map(\.name).alternatives) with commas between them"
    }
    package static var choices: [String] { ["normal"] + listed }
    package static var listed: [String] { named.map(\.name) }
    /// Reads `normal`, or names such as `highlighted,selected`.
    package init?(argument: String) {
        guard argument != "normal" else {
            self = .normal
            return
        }
        self.init(names: argument)
    }

    /// How it is written: `normal`, `highlighted,selected`.
    var text: String { words ?? "normal" }
}

extension ControlEvents: ArgumentValue {
    package static var expectation: String { "names such as touchUpInside, with commas between them" }
    package static var choices: [String] { listed }
    package static var listed: [String] { named.map(\.name) }
    /// Reads names such as `touchUpInside,primaryActionTriggered`.
    package init?(argument: String) {
        self.init(names: argument)
    }

    /// How it is written: `touchUpInside`.
    var text: String { words ?? "nothing" }
}

/// Some of what a control has for each set of states.
package struct ControlValues: ArgumentValue, Hashable {
    /// Each at most once, in the order given.
    package let values: [ControlValue]

    package static var expectation: String { "\(choices.alternatives), or some of them with commas between" }
    package static var choices: [String] { listed }
    package static var listed: [String] { ControlValue.allCases.map(\.rawValue) }
    /// Reads names such as `title,color`.
    package init?(argument: String) {
        var values: [ControlValue] = []
        for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = ControlValue(rawValue: String(name)) else { return nil }
            if !values.contains(value) { values.append(value) }
        }
        self.values = values
    }
}
