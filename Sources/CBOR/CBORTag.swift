/// Tag numbers this library gives a meaning to (RFC 8949 section 3.4, IANA "CBOR Tags").
enum CBORTag {
    static let dateTimeText: UInt64 = 0
    static let epochTime: UInt64 = 1
    static let unsignedBignum: UInt64 = 2
    static let negativeBignum: UInt64 = 3
    static let uri: UInt64 = 32
    static let uuid: UInt64 = 37
}
