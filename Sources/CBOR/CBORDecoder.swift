/// Decodes `Decodable` values from one CBOR item (RFC 8949).
///
/// **What is read.** Definite and indefinite lengths, integers and floats of any width, tags around anything. The whole
/// input is checked before the first value is made, also the parts that the type does not ask for. Refused are items
/// that are not well-formed (RFC 8949 Appendix F), bytes behind the item, text that is not UTF-8, a key that comes
/// twice in a map (also in two spellings), nesting beyond `maximumDepth`, inputs of 2 GiB and more. Memory follows the
/// bytes that are there, not the lengths that they claim.
///
/// **Keys.** A text key matches the coding key's `stringValue` byte for byte; an integer key matches its `intValue`.
/// A map that has both for one coding key is an error. Members that the type does not ask for are ignored, and so are
/// keys that are neither text nor integers.
///
/// **Numbers** convert exactly or not at all: an integer item to any integer type that holds it and to a `Float` or
/// `Double` that equals it, a float item to a `Float16`, `Float` or `Double` that equals it (NaN stays NaN) and never
/// to an integer. Bignums (tags 2 and 3) are integers.
///
/// **Null and undefined** both read as nil.
///
/// **Tags** which the asked type has no use for are skipped. `Date` reads tag 0 (RFC 3339 text) and tag 1 (seconds
/// since 1970), `URL` text with or without tag 32, `UUID` 16 bytes or text with or without tag 37, `Data` and arrays
/// of `UInt8` a byte string, or an array of integers.
///
/// Texts are never changed, nor compared by anything but their bytes. A `Dictionary` with `String` keys does compare
/// by Unicode's canonical equivalence, and so keeps only one of two keys that are equivalent; `CBORValue` keeps both.
///
/// Errors are `DecodingError`, with the path to the item and, in the description, its offset in bytes.
public struct CBORDecoder: Sendable {
    /// How deep arrays, maps and tags may be nested.
    ///
    /// Decoding recurses, so a much greater limit needs a larger stack.
    public var maximumDepth: Int

    /// What the decoded types find in their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// A decoder that goes 128 levels deep unless told otherwise.
    public init(maximumDepth: Int = 128, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
        self.maximumDepth = maximumDepth
        self.userInfo = userInfo
    }

    /// Decodes the one item that the bytes hold.
    ///
    /// Throws `DecodingError`, and what the type's own `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try bytes.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// Decodes the one item that the memory holds, without copying it first.
    ///
    /// The memory has to stay as it is until this returns. A decoder or container that a type keeps for longer finds
    /// nothing to read and throws.
    ///
    /// Throws `DecodingError`, and what the type's own `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer) throws -> T {
        let document = try CBORDocument(CBORTape(bytes), configuration: self)
        defer { document.close() }
        return try document.decode(type, at: 0)
    }

    /// Reads the members of the one map that the memory holds, without a type that stands for the whole of it.
    ///
    /// - Parameters:
    ///   - bytes: Has to stay as it is until this returns.
    ///   - keys: The keys that are asked for.
    ///   - body: Reads the members; the container is of no use after it.
    /// - Throws: `DecodingError`, and what the body throws.
    package func withMembers<Key: CodingKey, Result>(
        of bytes: UnsafeRawBufferPointer,
        keyedBy keys: Key.Type,
        _ body: (KeyedDecodingContainer<Key>) throws -> Result
    ) throws -> Result {
        let document = try CBORDocument(CBORTape(bytes), configuration: self)
        defer { document.close() }
        return try body(CBORItemDecoder(document: document, index: 0).container(keyedBy: keys))
    }
}
