import CartModel
import Glibc

/// The folder that holds the database.
enum StateDirectory {
    /// Makes the folder and the missing ones above it, each with mode 0700 and itself on disk: mkdir(2), fsync(2).
    ///
    /// A folder that exists keeps its mode; it may be a symbolic link, as systemd's StateDirectory= is for a dynamic
    /// user. One that is empty may have been made by a process that ended before its name was on disk, so it is put
    /// there now; before that nothing is ever put into one.
    ///
    /// - Throws: `storageFailure`.
    static func make(_ path: String) throws(CartError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CartError(.storageFailure, "the state directory's path is empty or has a NUL character; give another")
        }
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw .storage(path, systemError: ENOTDIR, doing: "using")
            }
            if isEmpty(path) {
                try synchronizeName(of: path)
            }
            return
        }
        guard errno == ENOENT else {
            throw .storage(path, systemError: errno, doing: "using")
        }
        let parent = parent(of: path)
        if parent != path {
            try make(parent)
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .storage(path, systemError: errno, doing: "making")
        }
        try synchronize(parent)
    }

    private static func isEmpty(_ path: String) -> Bool {
        guard let folder = opendir(path) else {
            return false
        }
        defer { closedir(folder) }
        // "." and ".." are in every folder.
        return (0..<3).count { _ in readdir(folder) != nil } < 3
    }

    /// Puts the name of a folder that was there already on disk.
    private static func synchronizeName(of path: String) throws(CartError) {
        let parent = parent(of: path)
        // Who may not read the parent has not made the folder either.
        guard access(parent, R_OK) == 0 else {
            return
        }
        try synchronize(parent)
    }

    /// Puts a folder's list of names on disk.
    static func synchronize(_ path: String) throws(CartError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .storage(path, systemError: errno, doing: "opening")
        }
        defer { close(descriptor) }
        // EINVAL, EROFS: the filesystem has no such thing as a folder to be written.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw .storage(path, systemError: errno, doing: "writing")
        }
    }

    private static func parent(of path: String) -> String {
        var bytes = Substring(path)
        while bytes.count > 1, bytes.last == "/" { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: "/") else {
            return "."
        }
        let parent = bytes[..<slash]
        return parent.isEmpty ? "/" : String(parent)
    }
}
