import FoundationEssentials

extension CBORDocument {
    /// A text string.
    @inline(__always)
    func string(at index: Int) throws -> String {
        let offset = tape.offset(index)
        if offset < tape.bytes.count {
            // Most are bare and shorter than 24 bytes.
            let initialByte = tape.bytes[offset]
            if initialByte >= 0x60, initialByte < 0x78 {
                let end = offset + 1 + Int(initialByte - 0x60)
                return String(decoding: tape.bytes.part(offset + 1, end), as: UTF8.self)
            }
        }
        return try anyString(at: index)
    }

    private func anyString(at index: Int) throws -> String {
        let head = try content(index).head
        guard head.majorType == .text else { throw mismatch(String.self, expected: "a text string", at: index) }
        return try read(index) { () throws(CBORFault) in try tape.textString(head) }
    }

    /// Decodes an item as any type.
    ///
    /// Types with a form of their own in CBOR are told by comparison, the rest decode themselves.
    func decode<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        if T.self == String.self { return unsafeBitCast(try string(at: index), to: T.self) }
        if T.self == Int.self { return unsafeBitCast(try integer(Int.self, at: index), to: T.self) }
        if T.self == [UInt8].self, let bytes = try byteString(at: index) { return unsafeBitCast(bytes, to: T.self) }
        if T.self == CBOREncoded.self { return unsafeBitCast(try encoded(at: index), to: T.self) }
        if T.self == CBORValue.self { return unsafeBitCast(try value(at: index), to: T.self) }
        if T.self == Data.self, let bytes = try byteString(at: index) {
            return unsafeBitCast(Data(bytes), to: T.self)
        }
        if T.self == ContiguousArray<UInt8>.self, let bytes = try byteString(at: index) {
            return unsafeBitCast(ContiguousArray(bytes), to: T.self)
        }
        if T.self == Date.self { return unsafeBitCast(try date(at: index), to: T.self) }
        if T.self == UUID.self { return unsafeBitCast(try uuid(at: index), to: T.self) }
        if T.self == URL.self { return unsafeBitCast(try url(at: index), to: T.self) }
        return try T(from: CBORItemDecoder(document: self, index: index))
    }

    /// A byte string; nil for an array, which such a type reads number by number.
    func byteString(at index: Int) throws -> [UInt8]? {
        let head = try content(index).head
        switch head.majorType {
        case .bytes: return try read(index) { () throws(CBORFault) in try tape.byteString(head) }
        case .array: return nil
        default: throw mismatch([UInt8].self, expected: "a byte string", at: index)
        }
    }

    /// The bytes of an item as they are, tags and all.
    func encoded(at index: Int) throws -> CBOREncoded {
        try read(index) { () throws(CBORFault) in
            let range = tape.offset(index)..<(try tape.end(index))
            guard range.upperBound <= tape.bytes.count else { throw CBORFault(.truncated, at: range.lowerBound) }
            return CBOREncoded(unchecked: [UInt8](tape.bytes.part(range.lowerBound, range.upperBound)))
        }
    }

    /// The item as a value, tags and all.
    func value(at index: Int) throws -> CBORValue {
        try read(index) { () throws(CBORFault) in try tape.value(index) }
    }
}
