package import CartModel

/// A successful reply: `{"id", "result"}`.
package struct Reply<Answer: Codable & Sendable>: Codable, Sendable {
    /// The request's.
    package var id: UInt64
    /// The method's answer.
    package var result: Answer

    /// Creates a reply.
    package init(id: UInt64, result: Answer) {
        self.id = id
        self.result = result
    }
}

/// A refusal: `{"id", "error"}`; an `id` of null speaks of the connection as a whole, which then ends.
package struct Refusal: Codable, Sendable {
    /// The request's, or nil for the connection's.
    package var id: UInt64?
    /// Why.
    package var error: CartError

    /// Creates a refusal.
    package init(id: UInt64?, error: CartError) {
        self.id = id
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case id, error
    }

    /// Encodes the refusal; a missing `id` is sent as null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(error, forKey: .error)
    }
}
