import CGlibc
import Glibc

/// A Unix stream socket that takes connections: close-on-exec and nonblocking.
package struct ListeningSocket: ~Copyable, Sendable {
    /// The descriptor, owned by this value.
    package let descriptor: OwnedDescriptor

    /// Where clients connect to; nil for an inherited socket without a path.
    package let address: UnixAddress?

    /// The file that ``listen(at:mode:backlog:)`` made; nil for an inherited socket, whose file is not ours.
    let file: FileIdentity?

    init(descriptor: consuming OwnedDescriptor, address: UnixAddress?, file: FileIdentity?) {
        self.descriptor = descriptor
        self.address = address
        self.file = file
    }

    /// Gives the descriptor away; the socket file stays.
    package consuming func takeDescriptor() -> OwnedDescriptor { descriptor }

    /// Takes one waiting connection: accept4(2) with `SOCK_CLOEXEC | SOCK_NONBLOCK`.
    ///
    /// - Returns: nil when none waits. One that was given up before it was taken is passed over.
    /// - Throws: `EMFILE`, `ENFILE`, `ENOBUFS` or `ENOMEM` when the system is out of something: the connection
    ///   still waits, so the caller should stop asking for a while instead of spinning.
    package borrowing func accept() throws(SystemError) -> StreamSocket? {
        while true {
            let connection = accept4(
                descriptor.rawValue,
                nil,
                nil,
                SocketFlags.closeOnExec | SocketFlags.nonblocking
            )
            if connection >= 0 { return StreamSocket(OwnedDescriptor(taking: connection)) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            default: throw .last("accept4", address?.path ?? "descriptor \(descriptor.rawValue)")
            }
        }
    }

    /// Removes the socket file, if it is still the one that ``listen(at:mode:backlog:)`` made: unlink(2).
    ///
    /// Call it while the socket is still listening, so that nobody takes the file for a stale one in between.
    /// An inherited socket's file, a file that somebody else has put there since, and a missing one are left alone.
    package borrowing func removeFile() throws(SystemError) {
        guard let address, let file else { return }
        guard try FileIdentity.current(at: address.path) == file else { return }
        guard unlink(address.path) == 0 || errno == ENOENT else { throw .last("unlink", address.path) }
    }
}

/// What tells a file from another one that has taken its path: device and inode, from lstat(2).
struct FileIdentity: Hashable, Sendable {
    var device: dev_t
    var inode: ino_t
    /// Type and permissions, `st_mode`; they may change and are no part of the identity.
    var mode: mode_t

    var isSocket: Bool { mode & S_IFMT == S_IFSOCK }

    static func == (left: FileIdentity, right: FileIdentity) -> Bool {
        left.device == right.device && left.inode == right.inode
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(inode)
    }

    /// The file at a path, a symbolic link itself; nil when there is none.
    static func current(at path: String) throws(SystemError) -> FileIdentity? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .last("lstat", path)
        }
        return FileIdentity(device: status.st_dev, inode: status.st_ino, mode: status.st_mode)
    }
}
