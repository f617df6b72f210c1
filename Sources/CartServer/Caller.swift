/// Who is at the other end of a connection (SO_PEERCRED, unix(7)).
package struct Caller: Hashable, Sendable {
    /// The process that connected.
    package var process: Int32
    /// Its effective user.
    package var user: UInt32
    /// Its effective group.
    package var group: UInt32

    /// Creates a caller.
    package init(process: Int32, user: UInt32, group: UInt32) {
        self.process = process
        self.user = user
        self.group = group
    }
}

extension Caller {
    /// The peer as fields of a log entry.
    var fields: [(LogField, String)] { [(.peerUID, "\(user)"), (.peerPID, "\(process)")] }
}
