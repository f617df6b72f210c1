/// What the first bytes of a picture say: its format and its size.
///
/// Nothing is decoded. A library that decodes pictures would bring megabytes of code, and its faults, into a daemon
/// that reads files of others as its own user; a size is a few bytes at known places in five public formats.
package struct PictureHeader: Hashable, Sendable {
    /// The format, by the content; the file's name does not count.
    package var format: PictureFormat
    /// The width in pixels (in CSS pixels for SVG), as the picture is shown: above 0, at most ``largestSide``.
    package var width: Double
    /// The height in pixels, like the width.
    package var height: Double

    /// The largest side that is believed: 2^31 - 1, the largest of PNG (ISO/IEC 15948, section 11.2.2).
    package static let largestSide: Double = 2_147_483_647
    /// How far into an SVG file its first tag may reach: 64 KiB.
    package static let textLimit = 64 << 10

    /// Reads the header of a picture in memory.
    ///
    /// - Throws: `PictureError`: `unknownFormat`, `truncated`, `malformed`, `noSize`.
    package static func read(bytes: [UInt8]) throws(PictureError) -> PictureHeader {
        try read(PictureInMemory(bytes: bytes))
    }

    /// Reads the header of an open picture, wherever the descriptor's offset is: fstat(2), pread(2).
    ///
    /// At most 64 KiB of an SVG file are read, 64 bytes of others; of a JPEG those at the head of each segment and the
    /// first segment of Exif.
    ///
    /// - Parameter descriptor: An open regular file; it stays open.
    /// - Throws: `PictureError`: `notAFile`, `unreadable`, and those of ``read(bytes:)``.
    package static func read(descriptor: Int32) throws(PictureError) -> PictureHeader {
        try read(PictureInFile(checking: descriptor))
    }

    private static func read(_ source: some PictureSource) throws(PictureError) -> PictureHeader {
        let head = try source.bytes(at: 0, count: 64)
        switch head {
        case let head where head.starts(with: PNGHeader.signature): return try PNGHeader.read(head)
        case let head where head.starts(with: JPEGHeader.signature): return try JPEGHeader.read(source)
        case let head where head.starts(with: "GIF8".utf8): return try GIFHeader.read(head)
        case let head where head.starts(with: "RIFF".utf8): return try WebPHeader.read(head)
        default: break
        }
        if head.starts(with: [0x1F, 0x8B]) {
            throw PictureError(.unknownFormat, "it is compressed with gzip; unpack it (an .svgz becomes an .svg)")
        }
        return try SVGHeader.read(try source.bytes(at: 0, count: textLimit))
    }

    /// Makes a header of a size that the file says.
    ///
    /// - Throws: `noSize` for a side of 0, `malformed` for one beyond ``largestSide``.
    init(_ format: PictureFormat, width: Double, height: Double) throws(PictureError) {
        guard width > 0, height > 0 else {
            throw PictureError(.noSize, "its size is \(width) x \(height)")
        }
        guard width <= Self.largestSide, height <= Self.largestSide else {
            throw .malformed(format, "its size is \(width) x \(height), more than 2^31 - 1")
        }
        self.format = format
        self.width = width
        self.height = height
    }
}
