import Glibc

/// Who is at the other end of a Unix socket, as the kernel saw it at connect(2): `SO_PEERCRED`, unix(7).
///
/// A peer cannot forge these. With socket activation the listening side was opened by the service manager,
/// and so a client that asks sees process 1.
package struct PeerCredentials: Hashable, Sendable {
    /// The process that connected, or that called listen(2); it may have ended since.
    package var process: Int32
    /// Its effective user.
    package var user: UInt32
    /// Its effective group.
    package var group: UInt32

    /// Puts credentials together.
    package init(process: Int32, user: UInt32, group: UInt32) {
        self.process = process
        self.user = user
        self.group = group
    }
}

extension OwnedDescriptor {
    /// The credentials of the peer of a connected Unix socket: getsockopt(2), `SO_PEERCRED`.
    package borrowing func peerCredentials() throws(SystemError) -> PeerCredentials {
        // The layout of struct ucred, which glibc declares only under _GNU_SOURCE: pid_t, uid_t, gid_t.
        var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
            throw .last("getsockopt", "SO_PEERCRED \(rawValue)")
        }
        guard length == socklen_t(MemoryLayout.size(ofValue: credentials)) else {
            throw SystemError(code: EPROTO, operation: "getsockopt", context: "SO_PEERCRED answered \(length) bytes")
        }
        return PeerCredentials(
            process: credentials.process,
            user: credentials.user,
            group: credentials.group
        )
    }
}
