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
