/// The header of a JPEG file: its segments up to the frame header (ITU-T T.81, annex B).
enum JPEGHeader {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]
    /// How many segments and fill bytes may stand before the frame header; files of cameras have about a dozen.
    static let segmentLimit = 1024

    static func read(_ source: some PictureSource) throws(PictureError) -> PictureHeader {
        var offset = 2
        var isTurned: Bool?
        for _ in 0..<segmentLimit {
            let segment = try source.bytes(at: offset, count: 20)
            guard segment.count >= 2 else {
                throw .truncated(.jpeg)
            }
            guard segment[0] == 0xFF else {
                throw .malformed(.jpeg, "there is no marker at byte \(offset)")
            }
            switch segment[1] {
            case 0xFF:
                // A byte to fill up.
                offset += 1
                continue
            case 0x01, 0xD0...0xD8:
                // A marker without a segment.
                offset += 2
                continue
            case 0x00, 0xD9, 0xDA:
                throw .malformed(.jpeg, "it has no frame header before its data")
            default: break
            }
            guard let length = segment.bigEndian(at: 2, bytes: 2) else {
                throw .truncated(.jpeg)
            }
            guard length >= 2 else {
                throw .malformed(.jpeg, "the segment at byte \(offset) has a length below 2")
            }
            if isFrame(segment[1]) {
                return try frame(segment, isTurned: isTurned ?? false)
            }
            // Only the first: the bytes that are read stay bounded.
            if isTurned == nil, segment[1] == 0xE1, segment.dropFirst(4).starts(with: "Exif\0\0".utf8) {
                let tiff = try source.bytes(at: offset + 10, count: Int(length))
                isTurned = ExifOrientation.isTurned(tiff)
            }
            offset += 2 + Int(length)
        }
        throw .malformed(.jpeg, "it has no frame header in its first \(segmentLimit) segments")
    }

    /// Whether a marker begins a frame: SOF0 to SOF15 but for the three between them (table B.1).
    private static func isFrame(_ marker: UInt8) -> Bool {
        switch marker {
        case 0xC4, 0xC8, 0xCC: false
        default: 0xC0...0xCF ~= marker
        }
    }

    /// The size in a frame header (section B.2.2): after length and precision, lines and samples a line.
    private static func frame(_ segment: [UInt8], isTurned: Bool) throws(PictureError) -> PictureHeader {
        guard
            let height = segment.bigEndian(at: 5, bytes: 2),
            let width = segment.bigEndian(at: 7, bytes: 2)
        else {
            throw .truncated(.jpeg)
        }
        return isTurned
            ? try PictureHeader(.jpeg, width: Double(height), height: Double(width))
            : try PictureHeader(.jpeg, width: Double(width), height: Double(height))
    }
}

/// The tag Orientation of a camera's picture (Exif 2.32, section 4.6.4): viewers turn the picture by it.
enum ExifOrientation {
    /// Whether width and height change places: orientations 5 to 8.
    ///
    /// What is broken or missing means no.
    static func isTurned(_ tiff: [UInt8]) -> Bool {
        let isBigEndian = tiff.starts(with: [0x4D, 0x4D, 0x00, 0x2A])
        guard isBigEndian || tiff.starts(with: [0x49, 0x49, 0x2A, 0x00]) else { return false }
        func number(_ offset: Int, _ bytes: Int) -> Int? {
            let number =
                isBigEndian ? tiff.bigEndian(at: offset, bytes: bytes) : tiff.littleEndian(at: offset, bytes: bytes)
            return number.map { Int($0) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return false }
        for entry in 0..<count {
            let offset = directory + 2 + 12 * entry
            guard let tag = number(offset, 2), let value = number(offset + 8, 2) else { return false }
            if tag == 0x0112 { return 5...8 ~= value }
        }
        return false
    }
}
