/// The bounds of what is answered later than in its turn.
package struct PendingLimits: Hashable, Sendable {
    /// Imports of one connection whose files are being read, or wait to be.
    package var imports = 8
    /// Such imports of all connections: each keeps a descriptor open.
    package var allImports = 16
    /// Streams of one connection.
    package var streams = 1024
    /// Streams of all connections.
    package var allStreams = 1 << 16
    /// Bytes that wait to be read by a peer, from which on its streams are told nothing more until it has read some.
    ///
    /// The last event that was begun below it may go beyond it by its length, which is that of a frame at most.
    package var unreadEvents = 128 << 10

    /// Creates the default bounds.
    package init() {}
}
