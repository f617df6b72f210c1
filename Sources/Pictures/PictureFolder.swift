import Glibc

/// The folder that the pictures of catalogs are in.
///
/// Names come from catalog files, whose writers are not trusted: nothing outside the folder is opened, by whatever
/// name, and no symbolic link inside it is followed. (openat2(2) with RESOLVE_BENEATH says the same in one call, but
/// sandboxes and older kernels refuse it; one openat(2) a component needs neither.)
package struct PictureFolder: ~Copyable {
    /// The path of the folder, as it was given.
    package let path: String
    private let descriptor: PictureDescriptor

    /// The longest name: 255 bytes, as of an icon.
    package static let nameBytes = 255
    /// The deepest name: a file in a folder in a folder, and so on.
    package static let depth = 8

    /// Opens the folder, which may itself be behind a symbolic link: open(2).
    ///
    /// - Throws: `PictureError`: `invalidName`, `notFound`, `notAFile`, `unreadable`.
    package init(path: String) throws(PictureError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw PictureError(.invalidName, "the folder's path is empty or has a NUL character", name: path)
        }
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 || errno != ENOTDIR else {
            throw PictureError(.notFound, "it is not a folder", name: path)
        }
        descriptor = try PictureDescriptor(checking: folder, name: path)
        self.path = path
    }

    /// The header of the picture of a name.
    ///
    /// - Throws: `PictureError`, with the name.
    package borrowing func header(of name: String) throws(PictureError) -> PictureHeader {
        try open(name).header()
    }

    /// Opens the picture of a name: the file of just that name, else with an ending of ``PictureFormat`` after it.
    ///
    /// - Parameter name: A path below the folder, such as `bags/red` or `red.png`.
    /// - Throws: `PictureError`: `invalidName`, `notFound`, `notAFile`, `unreadable`.
    package borrowing func open(_ name: String) throws(PictureError) -> PictureFile {
        try withFile(of: name) { (folder, last, version) throws(PictureError) in
            // Without O_NONBLOCK, opening a pipe that has just taken the file's place would wait for its writer.
            let number = openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            let descriptor = try PictureDescriptor(checking: number, name: name)
            var status = stat()
            guard fstat(descriptor.number, &status) == 0 else {
                throw PictureDescriptor.error(errno, name: name)
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw .notAFile(name)
            }
            return PictureFile(descriptor: descriptor, name: version.name)
        }
    }

    /// What file the picture of a name is now, without opening it: fstatat(2).
    ///
    /// - Parameter name: As for ``open(_:)``.
    /// - Throws: As ``open(_:)``.
    package borrowing func version(of name: String) throws(PictureError) -> PictureVersion {
        try withFile(of: name) { (_, _, version) throws(PictureError) in version }
    }

    /// Finds the file of a name and hands on the open folder that it is in, its name there, and its version.
    private borrowing func withFile<Result: ~Copyable>(
        of name: String,
        _ body: (Int32, String, PictureVersion) throws(PictureError) -> Result
    ) throws(PictureError) -> Result {
        var components = try Self.components(of: name)
        guard let last = components.popLast() else {
            throw PictureError(.invalidName, "the name is empty", name: name)
        }
        var folder = descriptor.number
        var owner: PictureDescriptor?
        for component in components {
            let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            let next = try PictureDescriptor(checking: openat(folder, component, flags), name: name)
            folder = next.number
            owner = consume next
        }
        let (ending, version) = try Self.find(last, in: folder, name: name)
        let result = try body(folder, last + ending, version)
        _ = consume owner
        return result
    }

    /// The ending of the first regular file that the last part of a name leads to.
    private static func find(
        _ last: String,
        in folder: Int32,
        name: String
    ) throws(PictureError) -> (ending: String, version: PictureVersion) {
        for ending in endings {
            var status = stat()
            guard fstatat(folder, last + ending, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                if errno == ENOENT || errno == ENAMETOOLONG { continue }
                throw PictureDescriptor.error(errno, name: name)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return (ending, PictureVersion(name: name + ending, status))
            case S_IFDIR: continue
            case S_IFLNK: throw PictureDescriptor.error(ELOOP, name: name)
            default: throw .notAFile(name)
            }
        }
        let others = endings.dropFirst().joined(separator: " ")
        throw PictureError(.notFound, "there is no such file, with or without one of the endings \(others)", name: name)
    }

    /// What may come after a name: nothing, or the ending of a format.
    private static let endings = [""] + PictureFormat.allCases.flatMap(\.fileExtensions).map { "." + $0 }

    /// The parts of a name; none of them can lead up or out.
    private static func components(of name: String) throws(PictureError) -> [String] {
        func refuse(_ reason: String) -> PictureError {
            PictureError(.invalidName, "the name \(reason)", name: name)
        }
        guard !name.isEmpty, name.utf8.count <= nameBytes else {
            throw refuse("has \(name.utf8.count) bytes; 1 to \(nameBytes) are allowed")
        }
        guard !name.utf8.contains(0) else {
            throw refuse("has a NUL character")
        }
        // By bytes: a combining mark after a solidus would make another character of it.
        let components = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard components.count <= depth else {
            throw refuse("has more than \(depth) parts")
        }
        for component in components where component.isEmpty || component == "." || component == ".." {
            throw refuse("has to be a plain path below the folder, without an empty part, . or ..")
        }
        return components
    }
}
