import Glibc

/// Where the bytes of a picture come from.
protocol PictureSource {
    /// Up to `count` bytes from a place; fewer at the end, none beyond it.
    func bytes(at offset: Int, count: Int) throws(PictureError) -> [UInt8]
}

/// A picture in memory.
struct PictureInMemory: PictureSource {
    let bytes: [UInt8]

    func bytes(at offset: Int, count: Int) -> [UInt8] {
        Array(bytes.dropFirst(offset).prefix(count))
    }
}

/// A picture in an open file, which stays its owner's.
struct PictureInFile: PictureSource {
    private let descriptor: Int32

    /// Takes an open regular file: fstat(2).
    ///
    /// - Throws: `notAFile`, `unreadable`.
    init(checking descriptor: Int32) throws(PictureError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw Self.unreadable(errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PictureError(.notAFile, "it is not a regular file")
        }
        self.descriptor = descriptor
    }

    func bytes(at offset: Int, count: Int) throws(PictureError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + filled },
                    count - filled,
                    off_t(offset + filled)
                )
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure == 0 else {
            throw Self.unreadable(failure)
        }
        return bytes
    }

    static func unreadable(_ number: Int32) -> PictureError {
        PictureError(.unreadable, String(cString: strerror(number)))
    }
}

extension Array where Element == UInt8 {
    /// The bytes from a place as a number, the highest byte first; nil where there are fewer.
    func bigEndian(at offset: Int, bytes: Int) -> UInt32? {
        guard offset >= 0, offset + bytes <= count else { return nil }
        return self[offset..<offset + bytes].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The bytes from a place as a number, the lowest byte first; nil where there are fewer.
    func littleEndian(at offset: Int, bytes: Int) -> UInt32? {
        guard offset >= 0, offset + bytes <= count else { return nil }
        return self[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
