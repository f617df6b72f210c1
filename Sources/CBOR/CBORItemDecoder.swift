/// The decoder a `Decodable` type gets: an item of a document.
struct CBORItemDecoder: Decoder {
    let document: CBORDocument
    let index: Int

    var codingPath: [any CodingKey] { document.codingPath(index) }
    var userInfo: [CodingUserInfoKey: Any] { document.configuration.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let (map, head) = try document.content(index)
        guard head.majorType == .map else {
            throw document.mismatch([String: Any].self, expected: "a map", at: index)
        }
        return KeyedDecodingContainer(CBORKeyedDecodingContainer<Key>(document: document, map: map))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let (array, head) = try document.content(index)
        guard head.majorType == .array else {
            throw document.mismatch([Any].self, expected: "an array", at: index)
        }
        return CBORUnkeyedDecodingContainer(document: document, array: array)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        self
    }
}

extension CBORItemDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { (try? document.isNil(index)) ?? false }
    func decode(_ type: Bool.Type) throws -> Bool { try document.bool(at: index) }
    func decode(_ type: String.Type) throws -> String { try document.string(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try document.floatingPoint(type, at: index) }
    func decode(_ type: Float.Type) throws -> Float { try document.floatingPoint(type, at: index) }
    func decode(_ type: Int.Type) throws -> Int { try document.integer(type, at: index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(type, at: index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(type, at: index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(type, at: index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(type, at: index) }
    func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(type, at: index) }
    func decode(_ type: UInt.Type) throws -> UInt { try document.integer(type, at: index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(type, at: index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(type, at: index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(type, at: index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(type, at: index) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(type, at: index) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try document.decode(type, at: index) }
}
