/// The offset of the first byte that keeps a range from being UTF-8 as RFC 3629 defines it: no overlong forms, no
/// surrogates, nothing above U+10FFFF.
///
/// Nil when the range is valid.
@inline(__always)
func firstInvalidUTF8(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    var position = start
    while end - position >= 8 {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { break }
        position += 8
    }
    while position < end, bytes[position] < 0x80 {
        position += 1
    }
    return position == end ? nil : firstInvalidMultibyte(in: bytes, from: position, to: end)
}

private func firstInvalidMultibyte(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    var position = start
    while position < end {
        let lead = bytes[position]
        if lead < 0x80 {
            position += 1
            continue
        }
        // The range of the second byte is what rules out overlong forms, surrogates and what is above U+10FFFF.
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch lead {
        case 0xc2...0xdf: length = 2
        case 0xe0: (length, second) = (3, 0xa0...0xbf)
        case 0xed: (length, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: length = 3
        case 0xf0: (length, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: length = 4
        case 0xf4: (length, second) = (4, 0x80...0x8f)
        default: return position
        }
        guard end - position >= length, second.contains(bytes[position + 1]) else { return position }
        if length > 2, bytes[position + 2] & 0xc0 != 0x80 { return position }
        if length > 3, bytes[position + 3] & 0xc0 != 0x80 { return position }
        position += length
    }
    return nil
}
