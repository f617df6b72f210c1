/// A map of a document.
struct CBORKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: CBORDocument
    let map: Int

    var codingPath: [any CodingKey] { document.codingPath(map) }
    var allKeys: [Key] { document.keys(of: map) }

    func contains(_ key: Key) -> Bool {
        do {
            return try document.member(key, of: map) != nil
        } catch {
            // A key that is there twice is there; the error comes when it is read.
            return true
        }
    }

    @inline(__always)
    private func index(_ key: some CodingKey) throws -> Int {
        guard let index = try document.member(key, of: map) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "No member \"\(key.stringValue)\" in the map \(document.offsetNote(map))"
                )
            )
        }
        return index
    }

    /// The index of a member that is there and is not null.
    @inline(__always)
    private func present(_ key: Key) throws -> Int? {
        guard let index = try document.member(key, of: map), try !document.isNil(index) else { return nil }
        return index
    }

    @inline(__always)
    private func integer<T: FixedWidthInteger>(_ type: T.Type, _ key: Key) throws -> T {
        try document.integer(type, at: try index(key))
    }

    func decodeNil(forKey key: Key) throws -> Bool { try document.isNil(try index(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.bool(at: try index(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.string(at: try index(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try document.floatingPoint(type, at: try index(key))
    }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try document.floatingPoint(type, at: try index(key))
    }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try document.decode(type, at: try index(key))
    }

    // One look-up in place of the three of the default implementation.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        if let index = try present(key) { try document.bool(at: index) } else { nil }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        if let index = try present(key) { try document.string(at: index) } else { nil }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        if let index = try present(key) { try document.integer(type, at: index) } else { nil }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        if let index = try present(key) { try document.integer(type, at: index) } else { nil }
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if let index = try present(key) { try document.decode(type, at: index) } else { nil }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try CBORItemDecoder(document: document, index: try index(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try CBORItemDecoder(document: document, index: try index(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        CBORItemDecoder(document: document, index: try index(CBORKey.super))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        CBORItemDecoder(document: document, index: try index(key))
    }
}
