/// The encoder an `Encodable` type gets: a frame of an output.
struct CBORItemEncoder: Encoder {
    // Two words, so that the existential around it needs no memory of its own.
    let output: CBOROutput
    let level: UInt32
    let serial: UInt32

    var codingPath: [any CodingKey] { output.codingPath(level: Int(level)) }
    var userInfo: [CodingUserInfoKey: Any] { output.configuration.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let isOpen = output.open(.map, level: level, serial: serial)
        return KeyedEncodingContainer(
            CBORKeyedEncodingContainer(encoder: isOpen ? self : output.inert(output.outOfTurn()))
        )
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let isOpen = output.open(.array, level: level, serial: serial)
        return CBORUnkeyedEncodingContainer(encoder: isOpen ? self : output.inert(output.outOfTurn()))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }
}

extension CBORItemEncoder: SingleValueEncodingContainer {
    @inline(__always)
    private func begin() throws {
        try output.beginSingle(level: level, serial: serial)
    }

    @inline(__always)
    private func encodeInteger(_ value: some FixedWidthInteger) throws {
        try begin()
        output.bytes.appendInteger(value)
    }

    func encodeNil() throws {
        try begin()
        output.bytes.append(CBORByte.null)
    }
    func encode(_ value: Bool) throws {
        try begin()
        output.bytes.appendBool(value)
    }
    func encode(_ value: String) throws {
        try begin()
        output.bytes.appendText(value)
    }
    func encode(_ value: Double) throws {
        try begin()
        output.bytes.appendFloat(value)
    }
    func encode(_ value: Float) throws {
        try begin()
        output.bytes.appendFloat(Double(value))
    }
    func encode(_ value: Int) throws { try encodeInteger(value) }
    func encode(_ value: Int8) throws { try encodeInteger(value) }
    func encode(_ value: Int16) throws { try encodeInteger(value) }
    func encode(_ value: Int32) throws { try encodeInteger(value) }
    func encode(_ value: Int64) throws { try encodeInteger(value) }
    func encode(_ value: Int128) throws { try encodeInteger(value) }
    func encode(_ value: UInt) throws { try encodeInteger(value) }
    func encode(_ value: UInt8) throws { try encodeInteger(value) }
    func encode(_ value: UInt16) throws { try encodeInteger(value) }
    func encode(_ value: UInt32) throws { try encodeInteger(value) }
    func encode(_ value: UInt64) throws { try encodeInteger(value) }
    func encode(_ value: UInt128) throws { try encodeInteger(value) }

    func encode<T: Encodable>(_ value: T) throws {
        try begin()
        if try output.appendKnown(value) { return }
        // The value may ask this very frame for any kind of container.
        output.frames.base[Int(level)].form = .nothing
        try value.encode(to: self)
        guard output.isCurrent(level, serial), output.frames.base[Int(level)].form != .nothing else {
            throw output.failure ?? output.invalid(value, Int(level), "A \(T.self) encoded no value")
        }
    }
}
