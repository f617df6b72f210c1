package import CartModel
import Glibc

extension CatalogImporter {
    /// The largest catalog file: 256 MiB.
    ///
    /// An XML property list of a million products has about 190 bytes for each.
    package static let sizeLimit = 256 << 20
    /// Bytes that are read at once.
    private static let portion = 4 << 20

    /// Reads a whole file from its beginning, wherever the descriptor's offset is: fstat(2), pread(2).
    ///
    /// - Parameters:
    ///   - descriptor: A file that somebody else has opened; it stays open.
    ///   - limit: The most bytes that are taken.
    ///   - isCancelled: Asked between portions; true ends it.
    /// - Throws: `invalidCatalog` with the reason: it is no regular file, is not open for reading, is too large, or
    ///   changes while it is read; `cancelled`.
    package static func read(
        descriptor: Int32,
        limit: Int = sizeLimit,
        isCancelled: () -> Bool = { false }
    ) throws(CartError) -> [UInt8] {
        let before = try status(of: descriptor)
        guard before.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("it is not a regular file")
        }
        guard before.st_size <= limit else {
            throw unreadable("it has \(before.st_size) bytes; at most \(limit) are allowed")
        }
        let size = Int(before.st_size)
        var failure: Int32 = 0
        // Read and not mapped: a file that is made shorter while it is mapped ends the process. And one byte more than
        // there was, so that a file that grows meanwhile is noticed.
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            while count <= size, !isCancelled() {
                let got = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + count },
                    min(size + 1 - count, portion),
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
            throw unreadable(
                failure == EBADF ? "it is not open for reading" : String(cString: strerror(failure))
            )
        }
        guard !isCancelled() else {
            throw .cancelledImport
        }
        let after = try status(of: descriptor)
        guard bytes.count == size, after.st_size == before.st_size,
            after.st_mtim.tv_sec == before.st_mtim.tv_sec, after.st_mtim.tv_nsec == before.st_mtim.tv_nsec
        else {
            throw unreadable("it changed while it was read; import it again when it is written")
        }
        return bytes
    }

    private static func status(of descriptor: Int32) throws(CartError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw unreadable(String(cString: strerror(errno)))
        }
        return status
    }

    private static func unreadable(_ reason: String) -> CartError {
        CartError(.invalidCatalog, "the catalog file cannot be read: \(reason)", details: ["reason": .string(reason)])
    }
}
