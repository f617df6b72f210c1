import Glibc

/// An open picture, closed with its owner.
package struct PictureFile: ~Copyable {
    private let owned: PictureDescriptor
    /// The name that was found, with its ending.
    package let name: String

    init(descriptor: consuming PictureDescriptor, name: String) {
        owned = descriptor
        self.name = name
    }

    /// The open file, for a call made while this value is alive.
    package var descriptor: Int32 { owned.number }

    /// The format and size.
    ///
    /// - Throws: `PictureError`, with the name.
    package borrowing func header() throws(PictureError) -> PictureHeader {
        do {
            return try PictureHeader.read(descriptor: owned.number)
        } catch {
            var named = error
            named.name = name
            throw named
        }
    }

    /// All bytes of the file.
    ///
    /// - Parameter limit: The largest file that is read, in bytes.
    /// - Throws: `PictureError`, with the name: `tooLarge`, `unreadable`.
    package borrowing func contents(limit: Int) throws(PictureError) -> [UInt8] {
        do throws(PictureError) {
            // One byte more than allowed shows that there is more, also of a file that grows meanwhile.
            let bytes = try PictureInFile(checking: owned.number).bytes(at: 0, count: limit + 1)
            guard bytes.count <= limit else {
                throw PictureError(.tooLarge, "it has more than \(limit) bytes")
            }
            return bytes
        } catch {
            var named = error
            named.name = name
            throw named
        }
    }

    /// Gives the descriptor away, still open; the caller closes it.
    package consuming func take() -> Int32 {
        owned.take()
    }
}

/// An open file or folder with exactly one owner.
struct PictureDescriptor: ~Copyable {
    let number: Int32

    /// Takes what open(2) or openat(2) has just returned.
    ///
    /// - Throws: `PictureError` by `errno` when that is no descriptor.
    init(checking number: Int32, name: String) throws(PictureError) {
        guard number >= 0 else {
            throw Self.error(errno, name: name)
        }
        self.number = number
    }

    consuming func take() -> Int32 {
        let number = number
        discard self
        return number
    }

    static func error(_ number: Int32, name: String) -> PictureError {
        switch number {
        case ENOENT, ENOTDIR: PictureError(.notFound, "there is no such file or folder", name: name)
        case ELOOP: PictureError(.notAFile, "it is a symbolic link; put the file itself there", name: name)
        case ENXIO: .notAFile(name)
        default: PictureError(.unreadable, String(cString: strerror(number)), name: name)
        }
    }

    deinit {
        close(number)
    }
}
