/// The bytes of an encoding.
typealias CBORBytes = ScratchStack<UInt8>

extension ScratchStack<UInt8> {
    /// Appends a head with the argument in the fewest bytes (RFC 8949 section 4.2.1).
    @inline(__always)
    mutating func appendHead(_ majorType: CBORMajorType, _ argument: UInt64) {
        if argument < 24 {
            append(majorType.rawValue << 5 | UInt8(truncatingIfNeeded: argument))
        } else {
            appendLongHead(majorType.rawValue << 5, argument)
        }
    }

    private mutating func appendLongHead(_ high: UInt8, _ argument: UInt64) {
        switch argument {
        case ...0xff:
            append(high | 24)
            append(UInt8(truncatingIfNeeded: argument))
        case ...0xffff:
            append(high | 25)
            appendBigEndian(UInt16(truncatingIfNeeded: argument))
        case ...0xffff_ffff:
            append(high | 26)
            appendBigEndian(UInt32(truncatingIfNeeded: argument))
        default:
            append(high | 27)
            appendBigEndian(argument)
        }
    }

    @inline(__always)
    private mutating func appendBigEndian<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
        reserve(MemoryLayout<T>.size)
        withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0.assumingMemoryBound(to: UInt8.self)) }
    }

    /// Appends an integer of any width; outside of -2^64 ..< 2^64 as a bignum (RFC 8949 section 3.4.3).
    @inline(__always)
    mutating func appendInteger<T: FixedWidthInteger>(_ value: T) {
        if T.bitWidth <= 64 {
            if value >= 0 {
                appendHead(.unsigned, UInt64(truncatingIfNeeded: value))
            } else {
                appendHead(.negative, UInt64(truncatingIfNeeded: ~value))
            }
        } else {
            let isNegative = value < 0
            appendWide(UInt128(truncatingIfNeeded: isNegative ? ~value : value), isNegative: isNegative)
        }
    }

    private mutating func appendWide(_ magnitude: UInt128, isNegative: Bool) {
        if magnitude <= UInt128(UInt64.max) {
            appendHead(isNegative ? .negative : .unsigned, UInt64(truncatingIfNeeded: magnitude))
            return
        }
        appendHead(.tag, isNegative ? CBORTag.negativeBignum : CBORTag.unsignedBignum)
        let width = (UInt128.bitWidth - magnitude.leadingZeroBitCount + 7) / 8
        appendHead(.bytes, UInt64(width))
        withUnsafeBytes(of: magnitude.bigEndian) { bytes in
            for byte in bytes.suffix(width) { append(byte) }
        }
    }

    /// Appends a number in the shortest of the three widths that keeps it (RFC 8949 section 4.2.2); every NaN becomes
    /// the one of half width, `f97e00`.
    mutating func appendFloat(_ value: Double) {
        let single = Float(value)
        if value.isNaN {
            append(CBORByte.half)
            appendBigEndian(0x7e00 as UInt16)
        } else if Double(single) != value {
            append(CBORByte.double)
            appendBigEndian(value.bitPattern)
        } else if Float(Float16(single)) != single {
            append(CBORByte.single)
            appendBigEndian(single.bitPattern)
        } else {
            append(CBORByte.half)
            appendBigEndian(Float16(single).bitPattern)
        }
    }

    @inline(__always)
    mutating func appendBool(_ value: Bool) {
        append(value ? CBORByte.true : CBORByte.false)
    }

    /// Appends a text string.
    @inline(__always)
    mutating func appendText(_ value: String) {
        var value = value
        value.withUTF8 { utf8 in
            reserve(9 + utf8.count)
            appendHead(.text, UInt64(utf8.count))
            append(contentsOf: utf8)
        }
    }

    /// Appends a byte string.
    @inline(__always)
    mutating func appendBytes(_ value: UnsafeRawBufferPointer) {
        reserve(9 + value.count)
        appendHead(.bytes, UInt64(value.count))
        append(contentsOf: value)
    }

    @inline(__always)
    mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
        append(contentsOf: bytes.assumingMemoryBound(to: UInt8.self))
    }

    /// The bytes between two offsets, which have to be in order; what is not there is left out.
    ///
    /// Valid until the next change.
    @inline(__always)
    func range(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        let end = min(end, count)
        return UnsafeRawBufferPointer(start: base + min(start, end), count: end - min(start, end))
    }

    /// Writes a head of any length where one byte was kept for it.
    mutating func widenHead(at offset: Int, _ majorType: CBORMajorType, _ argument: UInt64) {
        var head = CBORBytes(capacity: 16)
        defer { head.close() }
        head.appendHead(majorType, argument)
        insert(repeating: 0, count: head.count - 1, at: offset)
        (base + offset).update(from: head.base, count: head.count)
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes between two offsets, as a buffer of their own.
    @inline(__always)
    func part(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[start..<end])
    }
}
