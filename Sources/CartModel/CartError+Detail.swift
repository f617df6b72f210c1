extension CartError {
    /// One fact about an error.
    public indirect enum Detail: Hashable, Sendable {
        /// Text.
        case string(String)
        /// A whole number.
        case integer(Int64)
        /// Yes or no.
        case boolean(Bool)
        /// Several facts in order.
        case list([Detail])
        /// Facts by name.
        case object([String: Detail])
    }
}

extension CartError.Detail: Codable {
    /// Decodes whichever of the kinds is there; a kind that only a newer peer knows becomes a note in words.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode([Self].self) {
            self = .list(value)
        } else if let value = try? container.decode([String: Self].self) {
            self = .object(value)
        } else {
            self = .string("(not readable by this version)")
        }
    }

    /// Encodes the bare value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension CartError.Detail: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Yes or no.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
