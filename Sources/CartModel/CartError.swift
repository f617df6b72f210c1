/// The one error of cartd: what was refused, in words for a person and in a code for a program.
///
/// Every layer throws it as it is, from the rules of a cart to the client library, so that a code keeps its meaning
/// on its way through the socket and out of the command line.
public struct CartError: Error, Hashable, Sendable, Codable {
    /// The stable name of the kind of error.
    public var code: Code
    /// One sentence for a person: what, where, and the way out.
    public var message: String
    /// Facts for a program, by name; the names belong to the code.
    public var details: [String: Detail]

    /// Creates an error.
    public init(_ code: Code, _ message: String, details: [String: Detail] = [:]) {
        self.code = code
        self.message = message
        self.details = details
    }

    private enum CodingKeys: String, CodingKey {
        case code, message, details
    }

    /// Decodes an error; a peer may leave out `details`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(Code.self, forKey: .code)
        message = try container.decode(String.self, forKey: .message)
        details = try container.decodeIfPresent([String: Detail].self, forKey: .details) ?? [:]
    }

    /// Encodes the error; empty `details` are left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(message, forKey: .message)
        if !details.isEmpty {
            try container.encode(details, forKey: .details)
        }
    }
}

extension CartError: CustomStringConvertible {
    /// The message followed by the code.
    public var description: String { "\(message) (\(code))" }
}
