/// A length, coordinate or count that no layout can be computed from.
///
/// The layers above report it under the code `invalidGeometry`.
public struct GeometryError: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The parameter at fault, as a path of field names: `tile.width`, `columns`, `sections[3].rowCount`.
    public var parameter: String
    /// The value at fault, as text.
    public var value: String
    /// What the parameter has to be: "must be finite and not negative".
    public var requirement: String

    /// Makes an error from its parts.
    public init(parameter: String, value: String, requirement: String) {
        self.parameter = parameter
        self.value = value
        self.requirement = requirement
    }

    /// The parameter, its value and the requirement in one sentence.
    public var message: String { "\(parameter) is \(value) but \(requirement)" }

    /// The same as `message`.
    public var description: String { message }
}
