/// An array that is being encoded.
struct CBORUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: CBORItemEncoder

    @inline(__always)
    private var output: CBOROutput { encoder.output }

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int {
        let level = Int(encoder.level)
        guard level < output.frames.count, output.frames.base[level].serial == encoder.serial else { return 0 }
        return output.frames.base[level].count
    }

    @inline(__always)
    private func begin() throws {
        try output.beginElement(level: encoder.level, serial: encoder.serial)
    }

    @inline(__always)
    private func encodeInteger(_ value: some FixedWidthInteger) throws {
        try begin()
        output.bytes.appendInteger(value)
    }

    mutating func encodeNil() throws {
        try begin()
        output.bytes.append(CBORByte.null)
    }
    mutating func encode(_ value: Bool) throws {
        try begin()
        output.bytes.appendBool(value)
    }
    mutating func encode(_ value: String) throws {
        try begin()
        output.bytes.appendText(value)
    }
    mutating func encode(_ value: Double) throws {
        try begin()
        output.bytes.appendFloat(value)
    }
    mutating func encode(_ value: Float) throws {
        try begin()
        output.bytes.appendFloat(Double(value))
    }
    mutating func encode(_ value: Int) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int8) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int16) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int32) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int64) throws { try encodeInteger(value) }
    mutating func encode(_ value: Int128) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt8) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt16) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt32) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt64) throws { try encodeInteger(value) }
    mutating func encode(_ value: UInt128) throws { try encodeInteger(value) }

    mutating func encode<T: Encodable>(_ value: T) throws {
        let mark = try output.beginElement(level: encoder.level, serial: encoder.serial)
        do {
            try output.encode(value)
        } catch {
            output.rewind(mark)
            throw error
        }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        deferred().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { deferred().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { deferred() }

    /// An encoder whose value is filled in later.
    private func deferred() -> CBORItemEncoder {
        do {
            try begin()
            return output.deferOutput(level: encoder.level).push()
        } catch {
            return output.inert(error)
        }
    }
}
