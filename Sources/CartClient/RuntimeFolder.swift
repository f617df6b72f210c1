import Glibc
package import UnixSockets

/// The folder of the user's own socket: nobody else may put anything into it, or a stranger could pose as the daemon.
package struct RuntimeFolder: Hashable, Sendable {
    /// The path of the folder.
    package let path: String
    /// Whether nobody else may even look into it: asked for where its parent is open to everybody.
    package let isPrivate: Bool

    /// Names a folder; it need not exist.
    package init(path: String, isPrivate: Bool) {
        self.path = path
        self.isPrivate = isPrivate
    }

    /// The user's socket.
    package var socketPath: String { path + "/cartd.sock" }
    /// What daemons that were started here wrote to their standard output and error.
    package var logPath: String { path + "/cartd.log" }

    /// Makes the folder where there is none, for the user alone: mkdir(2); then ``check()``.
    package func prepare() throws(SystemError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SystemError(code: errno, operation: "mkdir", context: path)
        }
        try check()
    }

    /// Makes sure that the folder is the user's own: lstat(2), which does not follow a symbolic link.
    ///
    /// - Throws: `ENOENT` where there is none; `EACCES` where somebody else could have put a socket there.
    package func check() throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw SystemError(code: errno, operation: "lstat", context: path)
        }
        let forbidden: mode_t = isPrivate ? 0o077 : 0o022
        let fault: String? =
            if status.st_mode & S_IFMT != S_IFDIR {
                "it is not a folder"
            } else if status.st_uid != geteuid() {
                "it belongs to user \(status.st_uid)"
            } else if status.st_mode & forbidden != 0 {
                "others may use it (mode \(String(status.st_mode & 0o7777, radix: 8)))"
            } else {
                nil
            }
        if let fault {
            throw SystemError(
                code: EACCES,
                operation: "use runtime folder",
                context: path,
                advice: "\(fault); remove it, or set XDG_RUNTIME_DIR to a folder of your own"
            )
        }
    }

    /// Whether a path is a folder of the user's: lstat(2).
    static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }
}
