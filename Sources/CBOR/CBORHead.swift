/// The head of an item: its initial byte and the argument that the byte and up to eight more carry
/// (RFC 8949 section 3).
struct CBORHead {
    let initialByte: UInt8
    /// The argument; 0 when the length is indefinite.
    let argument: UInt64
    /// The offset behind the head, where content begins.
    let end: Int

    @inline(__always)
    var majorType: CBORMajorType { CBORMajorType(initialByte: initialByte) }

    /// The low five bits of the initial byte, called additional information by the RFC.
    @inline(__always)
    var additional: UInt8 { initialByte & 0x1f }

    /// True for additional information 31; what it means depends on the major type.
    @inline(__always)
    var isIndefinite: Bool { additional == 31 }

    /// The offset behind a definite string, which the scan has found to be there.
    @inline(__always)
    var contentEnd: Int { end &+ Int(truncatingIfNeeded: argument) }

    /// Reads the head at an offset of the input.
    ///
    /// Throws when the input ends inside of the head or the additional information is reserved (28 to 30).
    @inline(__always)
    init(in bytes: UnsafeRawBufferPointer, at offset: Int) throws(CBORFault) {
        guard offset >= 0, offset < bytes.count else { throw CBORFault(.truncated, at: offset) }
        let initialByte = bytes[offset]
        if initialByte & 0x1f < 24 {
            self.init(initialByte: initialByte, argument: UInt64(initialByte & 0x1f), end: offset + 1)
        } else {
            self = try CBORHead.long(initialByte, in: bytes, at: offset)
        }
    }

    @inline(__always)
    private init(initialByte: UInt8, argument: UInt64, end: Int) {
        self.initialByte = initialByte
        self.argument = argument
        self.end = end
    }

    private static func long(
        _ initialByte: UInt8,
        in bytes: UnsafeRawBufferPointer,
        at offset: Int
    ) throws(CBORFault) -> CBORHead {
        let additional = initialByte & 0x1f
        if additional == 31 {
            return CBORHead(initialByte: initialByte, argument: 0, end: offset + 1)
        }
        guard additional < 28 else { throw CBORFault(.reservedAdditionalInformation(additional), at: offset) }
        let width = 1 << Int(additional - 24)
        guard bytes.count - offset - 1 >= width else { throw CBORFault(.truncated, at: offset) }
        let argument: UInt64
        switch width {
        case 1: argument = UInt64(bytes[offset + 1])
        case 2: argument = UInt64(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt16.self)))
        case 4: argument = UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt32.self)))
        default: argument = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt64.self))
        }
        return CBORHead(initialByte: initialByte, argument: argument, end: offset + 1 + width)
    }

    /// Whether the argument is spelled in the fewest bytes (RFC 8949 section 4.2.1); says nothing of floats.
    var isShortest: Bool {
        switch additional {
        case 0..<24: true
        case 24: argument >= 24
        case 25: argument > 0xff
        case 26: argument > 0xffff
        case 27: argument > 0xffff_ffff
        default: false
        }
    }
}
