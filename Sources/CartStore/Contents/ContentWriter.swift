import CartModel
import Glibc

extension ContentFolder {
    /// Writes the products of a catalog into a file of its own, which is on disk when this returns.
    ///
    /// It takes seconds for a large one. The file has nothing of it where this throws.
    ///
    /// - Parameter isCancelled: Asked again and again; true ends it.
    /// - Throws: `storageFailure`; `cancelled`.
    func write(_ catalog: Catalog, isCancelled: () -> Bool) throws(CartError) -> Int64 {
        try make()
        let number = Self.newNumber()
        var writer = try ContentWriter(path: file(number))
        do throws(CartError) {
            try writer.write(catalog, isCancelled: isCancelled)
            try writer.finish()
            try synchronize()
        } catch {
            remove(number)
            throw error
        }
        return number
    }
}

/// Writes a file of products.
private struct ContentWriter: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Bytes after which they are written and put on disk: much more at once would keep a commit waiting that another
    /// thread makes on the same disk.
    private static let portion = 1 << 20

    init(path: String) throws(CartError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw .storage(path, systemError: errno, doing: "making")
        }
        buffer.reserveCapacity(Self.portion + ContentFormat.frameLimit)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    mutating func write(_ catalog: Catalog, isCancelled: () -> Bool) throws(CartError) {
        ContentFormat.append(frame: ContentFormat.Form.checked.mark, .plain, to: &buffer)
        var frame: [UInt8] = []
        var count = 0
        for group in catalog.groups {
            ContentFormat.pack(title: group.title, count: group.products.count, to: &frame)
            count += 1
            if count.isMultiple(of: ContentFormat.groupCapacity) {
                try append(frame)
                frame.removeAll(keepingCapacity: true)
            }
        }
        if !frame.isEmpty {
            try append(frame)
        }
        var chunk: [Product] = []
        for group in catalog.groups {
            for product in group.products {
                chunk.append(product)
                if chunk.count == ProductChunk.capacity {
                    try append(ProductChunk.pack(chunk))
                    chunk.removeAll(keepingCapacity: true)
                    guard !isCancelled() else {
                        throw .cancelledImport
                    }
                }
            }
        }
        if !chunk.isEmpty {
            try append(ProductChunk.pack(chunk))
        }
    }

    private mutating func append(_ frame: [UInt8]) throws(CartError) {
        ContentFormat.append(frame: frame, .checked, to: &buffer)
        if buffer.count >= Self.portion {
            try flush()
        }
    }

    /// Puts what is in the buffer on disk: write(2), fdatasync(2).
    private mutating func flush() throws(CartError) {
        let failure = buffer.withUnsafeBytes { bytes -> Int32 in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written > 0 {
                    rest = rest.dropFirst(written)
                } else if written == 0 || errno != EINTR {
                    return written == 0 ? ENOSPC : errno
                }
            }
            return fdatasync(descriptor) == 0 ? 0 : errno
        }
        guard failure == 0 else {
            throw .storage(path, systemError: failure, doing: "writing")
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Puts the rest and the file's length on disk: fsync(2).
    mutating func finish() throws(CartError) {
        try flush()
        guard fsync(descriptor) == 0 else {
            throw .storage(path, systemError: errno, doing: "writing")
        }
    }
}

extension CartError {
    /// What comes of an import that nobody waits for any more.
    static var cancelledImport: CartError { CartError(.cancelled, "the import was cancelled") }
}
