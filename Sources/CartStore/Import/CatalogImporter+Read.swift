package import CartModel
import Glibc

extension CatalogImporter {
    /// The largest catalog file: 64 MiB.
    package static let sizeLimit = 64 << 20

    /// Reads a whole file from its beginning, wherever the descriptor's offset is: fstat(2), pread(2).
    ///
    /// - Parameters:
    ///   - descriptor: An open regular file; it stays open.
    ///   - limit: The most bytes that are taken.
    /// - Throws: `invalidCatalog` with the reason.
    package static func read(descriptor: Int32, limit: Int = sizeLimit) throws(CartError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw unreadable(String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("it is not a regular file")
        }
        guard status.st_size <= limit else {
            throw unreadable("it has \(status.st_size) bytes; at most \(limit) are allowed")
        }
        var failure: Int32 = 0
        // One byte more than there was, so that a file that grows meanwhile is noticed.
        let wanted = Int(status.st_size) + 1
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < wanted {
                let got = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + count },
                    wanted - count,
                    off_t(count)
                )
                if got > 0 {
                    count += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure == 0 else {
            throw unreadable(String(cString: strerror(failure)))
        }
        guard bytes.count < wanted else {
            throw unreadable("it grew while it was read; import it again when it is written")
        }
        return bytes
    }

    private static func unreadable(_ reason: String) -> CartError {
        CartError(.invalidCatalog, "the catalog file cannot be read: \(reason)", details: ["reason": .string(reason)])
    }
}
