import Glibc

/// Two stream sockets that are connected to each other: socketpair(2).
package struct SocketPair: ~Copyable, Sendable {
    /// One end.
    package let first: StreamSocket
    /// The other end.
    package let second: StreamSocket

    /// Makes both ends, close-on-exec and nonblocking.
    package init() throws(SystemError) {
        var ends: (Int32, Int32) = (-1, -1)
        let status = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                socketpair(AF_UNIX, SocketFlags.stream | SocketFlags.closeOnExec | SocketFlags.nonblocking, 0, $0)
            }
        }
        guard status == 0 else { throw .last("socketpair") }
        first = StreamSocket(OwnedDescriptor(taking: ends.0))
        second = StreamSocket(OwnedDescriptor(taking: ends.1))
    }

    /// Gives both ends away, for owners that differ.
    package consuming func split<Result, Failure: Error>(
        _ body: (consuming StreamSocket, consuming StreamSocket) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(first, second)
    }
}
