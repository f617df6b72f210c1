import CartModel

/// How the products of a large catalog lie in a file: frames, each a length of four bytes, the ``Checksum`` of its bytes in
/// four bytes, and so many bytes.
///
/// The first frame is the mark, which says which form the file has, and is without a checksum; the first form had none at
/// all, and is still read. Then come the groups, some hundreds in a frame: each is its number of products in four
/// bytes and its title as a length of two bytes and so many bytes of UTF-8, all little-endian. Then the products of all
/// groups one after another, as ``ProductChunk`` packs them. Their numbers are in the catalog's row.
enum ContentFormat {
    /// What the file is and which form it has.
    enum Form: UInt8, CaseIterable {
        /// Frames have no checksums.
        case plain = 0x31
        case checked

        /// The first frame.
        var mark: [UInt8] { ContentFormat.anyMark + [rawValue] }
    }

    /// The mark of every form, as far as they have it in common.
    static let anyMark = Array("cartd products ".utf8)

    /// Appends a frame.
    static func append(frame: [UInt8], _ form: Form, to bytes: inout [UInt8]) {
        append(UInt32(truncatingIfNeeded: frame.count), to: &bytes)
        if form == .checked {
            append(frame.withUnsafeBufferPointer(Checksum.crc32c), to: &bytes)
        }
        bytes.append(contentsOf: frame)
    }

    /// The longest frame; 512 products of the longest texts have 404,000 bytes.
    static let frameLimit = 1 << 20
    /// Groups in a frame, at most.
    static let groupCapacity = 512

    /// Packs a group without its products.
    static func pack(title: String, count: Int, to bytes: inout [UInt8]) {
        append(UInt32(truncatingIfNeeded: count), to: &bytes)
        title.withUTF8Bytes { title in
            bytes.append(UInt8(truncatingIfNeeded: title.count))
            bytes.append(UInt8(truncatingIfNeeded: title.count >> 8))
            bytes.append(contentsOf: title)
        }
    }

    /// Unpacks groups.
    ///
    /// - Returns: Whether the bytes were so many whole groups.
    static func unpack(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ group: (_ title: String, _ count: Int) -> Void
    ) -> Bool {
        var position = 0
        while position < bytes.count {
            guard bytes.count - position >= 6 else {
                return false
            }
            let count = (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
            let start = position + 6
            let end = start + (Int(bytes[position + 4]) | Int(bytes[position + 5]) << 8)
            guard end <= bytes.count, let title = String(exactly: UnsafeBufferPointer(rebasing: bytes[start..<end]))
            else {
                return false
            }
            group(title, count)
            position = end
        }
        return true
    }

    /// A number of four bytes, little-endian.
    static func append(_ value: UInt32, to bytes: inout [UInt8]) {
        for shift in [0, 8, 16, 24] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
