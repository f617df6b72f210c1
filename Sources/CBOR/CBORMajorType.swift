/// The major type of an item: the upper three bits of its first byte (RFC 8949 section 3.1).
enum CBORMajorType: UInt8 {
    case unsigned = 0
    case negative = 1
    case bytes = 2
    case text = 3
    case array = 4
    case map = 5
    case tag = 6
    case simple = 7

    /// The major type an initial byte states; every byte states one.
    @inline(__always)
    init(initialByte: UInt8) {
        switch initialByte >> 5 {
        case 0: self = .unsigned
        case 1: self = .negative
        case 2: self = .bytes
        case 3: self = .text
        case 4: self = .array
        case 5: self = .map
        case 6: self = .tag
        default: self = .simple
        }
    }
}

/// Initial bytes with a meaning of their own (RFC 8949 section 3.3 and Table 4).
enum CBORByte {
    static let `false`: UInt8 = 0xf4
    static let `true`: UInt8 = 0xf5
    static let null: UInt8 = 0xf6
    static let undefined: UInt8 = 0xf7
    static let simple: UInt8 = 0xf8
    static let half: UInt8 = 0xf9
    static let single: UInt8 = 0xfa
    static let double: UInt8 = 0xfb
    static let `break`: UInt8 = 0xff
}

/// Tag numbers this library gives a meaning to (RFC 8949 section 3.4, IANA "CBOR Tags").
enum CBORTag {
    static let dateTimeText: UInt64 = 0
    static let epochTime: UInt64 = 1
    static let unsignedBignum: UInt64 = 2
    static let negativeBignum: UInt64 = 3
    static let uri: UInt64 = 32
    static let uuid: UInt64 = 37
}
