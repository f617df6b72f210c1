public import CartProtocol

extension StreamEventKind {
    /// The stream has no connection, and waits for the next one, which the library is making.
    ///
    /// The library tells it, not the daemon, and only to who has asked for `interruptions`: once where a connection is lost or
    /// cannot be made, with the `sequence` of the event before it. The next event of any kind says that the connection is
    /// back: `resumed` where nothing is missing, else `resync` and a snapshot.
    public static let interrupted = Self(rawValue: "interrupted")
}
