import CartClient
import Glibc
import Synchronization
import Testing
import UnixSockets
import TestSupport

/// A daemon that does what a test tells it, one connection after the other.
final class FakeServer: Sendable {
    /// How many connections were accepted.
    var connections: Int { state.connections.withLock { $0 } }

    private let state: State
    private let stop: Mutex<Int32?>
    private let thread: BackgroundThread<Void>

    /// The connection that is served, as far as its end concerns another thread.
    private struct Serving {
        var descriptor: Int32?
        var isEnding = false

        /// Has who waits for more of the client find the end instead: shutdown(2).
        func end() {
            if let descriptor, isEnding { shutdown(descriptor, Int32(SHUT_RD)) }
        }
    }

    private final class State: Sendable {
        let connections = Mutex(0)
        let serving = Mutex(Serving())
        let listener: Mutex<ListeningSocket?>
        let stopped: Int32

        init(_ listener: consuming sending ListeningSocket, stopped: Int32) {
            self.listener = Mutex(listener)
            self.stopped = stopped
        }

        deinit { close(stopped) }

        /// Notes what is served from now on.
        func serve(_ descriptor: Int32?) {
            serving.withLock { serving in
                serving.descriptor = descriptor
                serving.end()
            }
        }

        /// Takes the next connection, or answers nil when it is time to stop.
        func accept(_ listener: borrowing ListeningSocket) -> StreamSocket? {
            while true {
                var entries = [
                    pollfd(fd: listener.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: stopped, events: Int16(POLLIN), revents: 0),
                ]
                poll(&entries, 2, -1)
                if entries[1].revents != 0 { return nil }
                if let socket = try? listener.accept() { return socket }
            }
        }
    }

    /// Listens, and serves each connection with the closure, which is given its number from 0; the connection ends with it.
    init(
        at path: String,
        serve: @escaping @Sendable (FakeConnection, Int) throws -> Void
    ) throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        stop = Mutex(ends[1])
        state = State(try ListeningSocket.listen(at: UnixAddress(path: path), mode: 0o600), stopped: ends[0])
        thread = try BackgroundThread { [state] in
            guard let listener = state.listener.withLock({ $0.take() }) else { return }
            while let socket = state.accept(listener) {
                let number = state.connections.withLock { count in
                    defer { count += 1 }
                    return count
                }
                let connection = FakeConnection(socket)
                state.serve(connection.descriptor)
                // A client that goes away early is no fault of the server's; what was not served is seen at the client.
                try? serve(connection, number)
                state.serve(nil)
            }
        }
    }

    /// Stops accepting, and waits for the end of the connection that is served, on which nothing more is received; the socket
    /// file stays, as after a crash.
    func end() throws {
        stopAccepting()
        state.serving.withLock { serving in
            serving.isEnding = true
            serving.end()
        }
        thread.join()
    }

    deinit { stopAccepting() }

    /// Takes no connection after the one that is served.
    func stopAccepting() {
        if let descriptor = stop.withLock({ $0.take() }) { close(descriptor) }
    }
}
