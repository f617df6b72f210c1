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
