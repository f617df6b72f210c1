package import CartModel

/// What a caller gives with a change so that it may safely send it again.
package struct IdempotencyKey: Hashable, Sendable {
    /// The user id of the peer: the keys of two users have nothing to do with each other.
    package let owner: UInt32
    /// 1 to 128 printable ASCII characters (0x21 to 0x7E, and the space).
    package let key: String

    /// Creates a key.
    ///
    /// - Throws: `malformed`.
    package init(owner: UInt32, key: String) throws(CartError) {
        let isPrintable = key.withUTF8Bytes { $0.allSatisfy { $0 >= 0x20 && $0 <= 0x7E } }
        guard isPrintable, Self.lengths.contains(key.utf8.count) else {
            throw CartError(
                .malformed,
                "an idempotency key has 1 to \(Self.lengths.upperBound) printable ASCII characters",
                details: ["field": "idempotencyKey"]
            )
        }
        self.owner = owner
        self.key = key
    }

    static let lengths = 1...128
}

/// The first answer to a change that came with an idempotency key.
package struct RecordedAnswer: Hashable, Sendable {
    /// The method and the encoded parameters, for the caller to compare.
    package let request: [UInt8]
    /// The encoded answer.
    package let answer: [UInt8]

    /// Creates an answer to be recorded.
    package init(request: [UInt8], answer: [UInt8]) {
        self.request = request
        self.answer = answer
    }
}
