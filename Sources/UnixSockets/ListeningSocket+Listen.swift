import Glibc

extension ListeningSocket {
    /// Makes a socket file and listens on it: socket(2), bind(2), listen(2).
    ///
    /// The file has exactly the permissions `mode`, whatever the process's umask, from before the first
    /// connection is possible; the umask itself is not touched, because it belongs to all threads.
    ///
    /// A socket file that nobody answers on is what a crash leaves behind and is replaced. Nothing else is:
    /// - Throws: `EADDRINUSE` when somebody answers there, `EEXIST` when the file is not a socket, `EAGAIN` when
    ///   another process keeps the folder locked, and what the calls report.
    package static func listen(
        at address: UnixAddress,
        mode: UInt32 = 0o600,
        backlog: Int32 = 4096
    ) throws(SystemError) -> ListeningSocket {
        // Whoever starts on this path at the same moment has to wait until it is decided: otherwise one could
        // take the other's new file, bound but not yet listening, for a stale one.
        let lock = try FolderLock.hold(folderOf: address.path)
        defer { lock.release() }
        try removeStaleFile(at: address)
        let descriptor = try StreamSocket.unconnected(flags: SocketFlags.nonblocking)
        // Linux gives the file the permissions of the socket's own inode, less the umask: never more than asked.
        guard fchmod(descriptor.rawValue, mode) == 0 else { throw .last("fchmod", address.path) }
        guard address.withSocketAddress({ bind(descriptor.rawValue, $0, $1) }) == 0 else {
            throw .last("bind", address.path)
        }
        guard let file = try FileIdentity.current(at: address.path), file.isSocket else {
            throw SystemError(
                code: ENOENT,
                operation: "bind",
                context: address.path,
                advice: "somebody removed the new socket file"
            )
        }
        // Nobody can connect before listen, so what the umask took away is given back in time.
        if file.mode & 0o7777 != mode, chmod(address.path, mode) != 0 { throw .last("chmod", address.path) }
        guard Glibc.listen(descriptor.rawValue, backlog) == 0 else { throw .last("listen", address.path) }
        return ListeningSocket(descriptor: descriptor, address: address, file: file)
    }

    /// Removes a socket file that nobody listens on, and throws when there is anything else in the way.
    private static func removeStaleFile(at address: UnixAddress) throws(SystemError) {
        guard let found = try FileIdentity.current(at: address.path) else { return }
        guard found.isSocket else {
            throw SystemError(
                code: EEXIST,
                operation: "bind",
                context: address.path,
                advice: "there is a file that is not a socket; move it away or choose another path"
            )
        }
        let probe = try StreamSocket.unconnected(flags: SocketFlags.nonblocking)
        let status = address.withSocketAddress { Glibc.connect(probe.rawValue, $0, $1) }
        let code = status == 0 ? 0 : errno
        if code == ENOENT { return }
        guard code == ECONNREFUSED else {
            // Connected, or busy (EAGAIN), or not ours to judge (EACCES, EPROTOTYPE).
            let state = code == 0 || code == EAGAIN ? "another process is listening there" : "it may be in use"
            throw SystemError(
                code: EADDRINUSE,
                operation: "bind",
                context: address.path,
                advice: "\(state); stop it first or choose another path"
            )
        }
        guard try FileIdentity.current(at: address.path) == found else { return }
        guard unlink(address.path) == 0 || errno == ENOENT else { throw .last("unlink", address.path) }
    }
}

/// An advisory lock on the folder of a path, flock(2), which leaves no lock file behind.
///
/// The lock ends with the descriptor, so a crash never leaves it held.
private struct FolderLock: ~Copyable {
    private let folder: OwnedDescriptor

    /// Waits for the lock at most two seconds: it is held for microseconds, unless somebody means harm.
    static func hold(folderOf path: String) throws(SystemError) -> FolderLock {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let name = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last("open", name) }
        let folder = OwnedDescriptor(taking: descriptor)
        let deadline = Deadline.after(.seconds(2))
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else {
                throw SystemError(code: code, operation: "flock", context: name)
            }
            guard !deadline.hasPassed else {
                throw SystemError(
                    code: code,
                    operation: "flock",
                    context: name,
                    advice: "another process keeps this folder locked; use a folder that only this user may open"
                )
            }
            var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
            nanosleep(&pause, nil)
        }
        return FolderLock(folder: folder)
    }

    borrowing func release() {
        flock(folder.rawValue, LOCK_UN)
    }
}
