/// The header of a PNG file: its signature, then the chunk IHDR (ISO/IEC 15948, sections 5.2 and 11.2.2).
enum PNGHeader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func read(_ head: [UInt8]) throws(PictureError) -> PictureHeader {
        guard
            let length = head.bigEndian(at: 8, bytes: 4),
            let width = head.bigEndian(at: 16, bytes: 4),
            let height = head.bigEndian(at: 20, bytes: 4),
            head.count >= 33
        else {
            throw .truncated(.png)
        }
        guard length == 13, head[12..<16].elementsEqual("IHDR".utf8) else {
            throw .malformed(.png, "it does not begin with the chunk IHDR")
        }
        return try PictureHeader(.png, width: Double(width), height: Double(height))
    }
}

/// The header of a GIF file: the logical screen (GIF89a specification, section 18).
enum GIFHeader {
    static func read(_ head: [UInt8]) throws(PictureError) -> PictureHeader {
        guard
            let width = head.littleEndian(at: 6, bytes: 2),
            let height = head.littleEndian(at: 8, bytes: 2),
            head.count >= 13
        else {
            throw .truncated(.gif)
        }
        guard ["GIF87a", "GIF89a"].contains(where: { head.starts(with: $0.utf8) }) else {
            throw .malformed(.gif, "its version is neither 87a nor 89a")
        }
        return try PictureHeader(.gif, width: Double(width), height: Double(height))
    }
}

/// The header of a WebP file: a RIFF container and its first chunk (RFC 9649, sections 2.3 to 2.7).
enum WebPHeader {
    static func read(_ head: [UInt8]) throws(PictureError) -> PictureHeader {
        guard head.count >= 16 else {
            throw .truncated(.webp)
        }
        guard head[8..<12].elementsEqual("WEBP".utf8) else {
            throw PictureError(.unknownFormat, "it is a RIFF file of another kind than WebP")
        }
        switch String(decoding: head[12..<16], as: UTF8.self) {
        case "VP8 ": return try lossy(head)
        case "VP8L": return try lossless(head)
        case "VP8X": return try extended(head)
        default: throw .malformed(.webp, "it does not begin with the chunk VP8, VP8L or VP8X")
        }
    }

    /// A key frame of VP8 (RFC 6386, section 9.1): three bytes, a start code, then 14 bits of width and of height.
    private static func lossy(_ head: [UInt8]) throws(PictureError) -> PictureHeader {
        guard
            let width = head.littleEndian(at: 26, bytes: 2),
            let height = head.littleEndian(at: 28, bytes: 2)
        else {
            throw .truncated(.webp)
        }
        guard head[20] & 1 == 0, head[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) else {
            throw .malformed(.webp, "its VP8 data does not begin with a key frame")
        }
        return try PictureHeader(.webp, width: Double(width & 0x3FFF), height: Double(height & 0x3FFF))
    }

    /// A signature, then 14 bits of width less 1 and of height less 1 (RFC 9649, section 3.4).
    private static func lossless(_ head: [UInt8]) throws(PictureError) -> PictureHeader {
        guard let bits = head.littleEndian(at: 21, bytes: 4) else {
            throw .truncated(.webp)
        }
        guard head[20] == 0x2F else {
            throw .malformed(.webp, "its VP8L data lacks the signature")
        }
        return try PictureHeader(.webp, width: Double(bits & 0x3FFF) + 1, height: Double(bits >> 14 & 0x3FFF) + 1)
    }

    /// The canvas: 24 bits of width less 1 and of height less 1 (RFC 9649, section 2.7).
    private static func extended(_ head: [UInt8]) throws(PictureError) -> PictureHeader {
        guard
            let width = head.littleEndian(at: 24, bytes: 3),
            let height = head.littleEndian(at: 27, bytes: 3)
        else {
            throw .truncated(.webp)
        }
        return try PictureHeader(.webp, width: Double(width) + 1, height: Double(height) + 1)
    }
}
