/// A map that is being encoded.
struct CBORKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: CBORItemEncoder

    @inline(__always)
    private var output: CBOROutput { encoder.output }

    var codingPath: [any CodingKey] { encoder.codingPath }

    @inline(__always)
    private func begin(_ key: some CodingKey) throws {
        try output.beginMember(key, level: encoder.level, serial: encoder.serial)
    }

    @inline(__always)
    private func encodeInteger(_ value: some FixedWidthInteger, _ key: Key) throws {
        try begin(key)
        output.bytes.appendInteger(value)
    }

    mutating func encodeNil(forKey key: Key) throws {
        try begin(key)
        output.bytes.append(CBORByte.null)
    }
    mutating func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        output.bytes.appendBool(value)
    }
    mutating func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        output.bytes.appendText(value)
    }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        try begin(key)
        output.bytes.appendFloat(value)
    }
    mutating func encode(_ value: Float, forKey key: Key) throws {
        try begin(key)
        output.bytes.appendFloat(Double(value))
    }
    mutating func encode(_ value: Int, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: Int128, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try encodeInteger(value, key) }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try encodeInteger(value, key) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let mark = try output.beginMember(key, level: encoder.level, serial: encoder.serial)
        do {
            try output.encode(value)
        } catch {
            output.rewind(mark)
            throw error
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        deferred(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        deferred(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { deferred(CBORKey.super) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { deferred(key) }

    /// An encoder whose value is filled in later.
    private func deferred(_ key: some CodingKey) -> CBORItemEncoder {
        do {
            try begin(key)
            return output.deferOutput(level: encoder.level).push()
        } catch {
            return output.inert(error)
        }
    }
}
