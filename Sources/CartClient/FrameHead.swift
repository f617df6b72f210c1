import CBOR

/// Whose frame it is, found without reading the rest: the `id` of a message.
enum FrameHead {
    /// The id, or nil where it is null.
    ///
    /// In the deterministic encoding (RFC 8949, section 4.2.1) the shortest key comes first, and that is `id`; any other
    /// order of the members is read too, only slower. What follows the id is not looked at in the first case.
    ///
    /// - Throws: `DecodingError` for what has no id that can be read.
    static func id(of payload: UnsafeRawBufferPointer) throws -> UInt64? {
        if let id = firstMember(of: payload) { return id }
        return try CBORDecoder().decode(AnyFrame.self, from: payload).id
    }

    private struct AnyFrame: Decodable {
        let id: UInt64?
    }

    /// The id where it is the first member of a map of less than 24, and a number.
    private static func firstMember(of payload: UnsafeRawBufferPointer) -> UInt64? {
        guard payload.count >= 5, payload[0] & 0xE0 == 0xA0, payload[0] & 0x1F < 24, payload[1] == 0x62,
            payload[2] == UInt8(ascii: "i"), payload[3] == UInt8(ascii: "d")
        else { return nil }
        let head = payload[4]
        guard head >= 24 else { return UInt64(head) }
        guard head <= 27 else { return nil }
        let width = 1 << Int(head - 24)
        guard payload.count >= 5 + width else { return nil }
        return payload[5..<5 + width].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
