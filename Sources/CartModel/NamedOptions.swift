/// A set of flags that each have a name in text, as on a command line.
public protocol NamedOptions: OptionSet, Sendable {
    /// Every flag that has a name, in the order in which they are written.
    static var named: [(name: String, option: Self)] { get }
}

extension NamedOptions where Self.Element == Self {
    /// The flag with this name, or nil when there is none.
    public init?(name: String) {
        guard let match = Self.named.first(where: { $0.name == name }) else { return nil }
        self = match.option
    }

    /// The names of the flags that are set; a flag without a name is left out.
    public var names: [String] {
        Self.named.filter { !$0.option.isEmpty && isSuperset(of: $0.option) }.map(\.name)
    }
}
