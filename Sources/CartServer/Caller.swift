package import CartProtocol

/// Who is at the other end of a connection (SO_PEERCRED, unix(7)).
package struct Caller: Hashable, Sendable {
    /// The process that connected.
    package var process: Int32
    /// Its effective user.
    package var user: UInt32
    /// Its effective group, for the log: what a group may do is for the mode of the socket's file to say.
    package var group: UInt32
    /// What the socket lets whom do that it came in at.
    package var access: Access
    private let isAdmin: Bool

    /// Creates a caller.
    ///
    /// - Parameter owner: The user that the daemon runs as.
    package init(process: Int32, user: UInt32, group: UInt32, access: Access, owner: UInt32) {
        self.process = process
        self.user = user
        self.group = group
        self.access = access
        isAdmin = access.role(of: user, owner: owner) == .admin
    }

    /// What it may do.
    package var role: Role { isAdmin ? .admin : .cart }
}

extension Caller {
    /// The peer as fields of a log entry.
    var fields: [(LogField, String)] {
        [(.peerUID, "\(user)"), (.peerGID, "\(group)"), (.peerPID, "\(process)")]
    }
}
