/// The bounds that keep one user's programs from hurting those of the others.
///
/// Root and the user that the daemon runs as are exempt: they could stop the daemon anyway, and a user's own daemon serves
/// nobody else.
package struct UserLimits: Hashable, Sendable {
    /// Connections open at once; a quarter of all.
    package var connections = 256
    /// Streams open at once; a quarter of all.
    package var streams = 1 << 14
    /// Bytes in flight: of requests that wait, and of answers that are not sent yet.
    ///
    /// Events do not count: what streams may leave unread is bounded for each connection, by ``PendingLimits/unreadEvents``.
    package var bytes = 64 << 20

    /// Creates the default bounds.
    package init() {}
}
