/// The bounds that keep one peer from hurting the others.
package struct ServerLimits: Hashable, Sendable {
    /// Connections open at once; more are told `overloaded` and closed.
    package var connections = 1024
    /// The longest payload that a peer may send, in bytes.
    package var frame = 1 << 20
    /// Unread bytes, of answers and events, at which a peer's further requests are left waiting.
    package var unreadAnswers = 1 << 20
    /// Bytes of answers after which a peer's further requests wait until others have had their turn.
    package var portion = 64 << 10
    /// How long a peer may take for its hello or for a frame that it has begun, and how long it may leave answers unread
    /// without taking a byte; then it is cut.
    package var patience: Duration = .seconds(10)
    /// How long the answers of a stopping daemon may take to be read.
    package var stopping: Duration = .seconds(5)
    /// How long nobody may be connected before the daemon exits; nil stays for ever.
    package var idle: Duration?
    /// Answers held for one commit at most.
    package var turn = 1024
    /// The bounds of imports and streams.
    package var pending = PendingLimits()
    /// The bounds of each user.
    package var user = UserLimits()
    /// The users that those do not hold for: root, and whom the daemon runs as.
    package var exemptUsers: Set<UInt32> = [0, DaemonIdentity.user]

    /// Creates the default bounds.
    package init() {}
}
