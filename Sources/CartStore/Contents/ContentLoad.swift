package import CartModel
import Glibc

/// A large catalog that is on disk and not in memory: what it takes to read it, on any thread.
package struct ContentLoad: Sendable {
    /// The catalog's name.
    package let name: String
    /// The number of its file.
    let number: Int64
    let version: Int64
    let groups: Int
    let products: Int
    let folder: ContentFolder

    /// Reads the catalog, which takes about a second for a million products.
    ///
    /// - Throws: `storageFailure` where its file is missing or is not what was written.
    package func run() throws(CartError) -> Catalog {
        let path = folder.file(number)
        var reader = try ContentReader(path: path, catalog: name)
        try reader.readMark()
        var heads: [(title: String, count: Int)] = []
        while heads.count < groups {
            guard try reader.nextFrame(),
                reader.frame.withUnsafeBufferPointer({ ContentFormat.unpack($0) { heads.append(($0, $1)) } })
            else {
                throw .damagedContent(path, catalog: name, "a group in it is not readable")
            }
        }
        let content = try read(heads, from: &reader, path)
        guard try !reader.nextFrame() else {
            throw .damagedContent(path, catalog: name, "it has more than belongs to it")
        }
        do {
            return try Catalog(name: name, version: version, groups: content)
        } catch {
            throw .damagedContent(path, catalog: name, error.message)
        }
    }

    /// The products of all groups.
    private func read(
        _ heads: [(title: String, count: Int)],
        from reader: inout ContentReader,
        _ path: String
    ) throws(CartError) -> [ProductGroup] {
        guard heads.count == groups, heads.reduce(0, { $0 + $1.count }) == products else {
            throw .damagedContent(path, catalog: name, "its groups are not those of the catalog")
        }
        var content: [ProductGroup] = []
        content.reserveCapacity(heads.count)
        // What has been unpacked and belongs to the groups that come.
        var unpacked: [Product] = []
        var used = 0
        for head in heads {
            var group = ProductGroup(title: head.title)
            group.products.reserveCapacity(head.count)
            while group.products.count < head.count {
                if used == unpacked.count {
                    unpacked.removeAll(keepingCapacity: true)
                    used = 0
                    guard try reader.nextFrame(),
                        reader.frame.withUnsafeBufferPointer({ ProductChunk.unpack($0, to: &unpacked) }),
                        !unpacked.isEmpty
                    else {
                        throw .damagedContent(path, catalog: name, "a product in it is not readable")
                    }
                }
                let end = min(unpacked.count, used + head.count - group.products.count)
                group.products.append(contentsOf: unpacked[used..<end])
                used = end
            }
            content.append(group)
        }
        guard used == unpacked.count else {
            throw .damagedContent(path, catalog: name, "it has more than belongs to it")
        }
        return content
    }
}

/// Reads a file of products, frame by frame.
private struct ContentReader: ~Copyable {
    private let path: String
    private let catalog: String
    private let descriptor: Int32
    private var form = ContentFormat.Form.plain
    /// The frame that was read last.
    private(set) var frame: [UInt8] = []

    init(path: String, catalog: String) throws(CartError) {
        self.path = path
        self.catalog = catalog
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno != ENOENT else {
                throw .damagedContent(path, catalog: catalog, "it is missing")
            }
            throw .storage(path, systemError: errno, doing: "opening")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the first frame.
    mutating func readMark() throws(CartError) {
        guard try nextFrame(), let form = ContentFormat.Form.allCases.first(where: { $0.mark == frame }) else {
            let isNewer = frame.starts(with: ContentFormat.anyMark)
            throw .damagedContent(
                path,
                catalog: catalog,
                isNewer ? "it has a form that this cartd does not know" : "it is no file of products"
            )
        }
        self.form = form
    }

    /// Reads the next frame.
    ///
    /// - Returns: Whether there is one.
    mutating func nextFrame() throws(CartError) -> Bool {
        guard try read(form == .checked ? 8 : 4) else {
            return false
        }
        let (length, sum) = (number(at: 0), form == .checked ? number(at: 4) : nil)
        guard length <= ContentFormat.frameLimit, try read(Int(length)) else {
            throw .damagedContent(path, catalog: catalog, "it is cut short")
        }
        guard sum == nil || sum == frame.withUnsafeBufferPointer(Checksum.crc32c) else {
            throw .damagedContent(path, catalog: catalog, "a part of it has another checksum than it was written with")
        }
        return true
    }

    /// A number of four bytes, little-endian, in what was read last.
    private func number(at position: Int) -> UInt32 {
        frame[position..<position + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads so many bytes, or nothing at the end of the file: read(2).
    private mutating func read(_ count: Int) throws(CartError) -> Bool {
        frame.removeAll(keepingCapacity: true)
        frame.append(contentsOf: repeatElement(0, count: count))
        var got = 0
        while got < count {
            let code = frame.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress.map { $0 + got }, count - got)
            }
            if code > 0 {
                got += code
            } else if code == 0 {
                guard got == 0 else {
                    throw .damagedContent(path, catalog: catalog, "it is cut short")
                }
                return false
            } else if errno != EINTR {
                throw .storage(path, systemError: errno, doing: "reading")
            }
        }
        return true
    }
}

extension CartError {
    /// The `storageFailure` for a file of products that is not what was written.
    fileprivate static func damagedContent(_ path: String, catalog: String, _ what: String) -> CartError {
        CartError(
            .storageFailure,
            "\(path), which has the products of the catalog \(catalog), is damaged: \(what); it was left as it is: put back "
                + "a copy of it, or import the catalog again",
            details: ["file": .string(path), "catalog": .string(catalog)]
        )
    }
}
