import CartModel
import UnixSockets

/// Where the daemon is reached.
///
/// It is decided once, so that a client never moves to another daemon's carts.
struct Endpoint: Sendable {
    /// The socket.
    let address: UnixAddress
    /// How it was chosen.
    let role: SocketRole
    /// The folder that has to be the user's own before anything in it is trusted.
    var folder: RuntimeFolder?
    /// Starts a daemon where none runs.
    var activator: Activator?

    /// Makes a connection, to a new daemon where none runs and one can be started.
    func connect(limit: TimeLimit) throws(ConnectionFailure) -> StreamSocket {
        do {
            return try dial(limit: limit)
        } catch {
            guard let activator, error.error.code == .noDaemon, error.isTransient else { throw error }
            try activator.start(at: address)
        }
        return try dial(limit: limit)
    }

    /// connect(2).
    private func dial(limit: TimeLimit) throws(ConnectionFailure) -> StreamSocket {
        do throws(SystemError) {
            try folder?.check()
            return try StreamSocket.connect(to: address, until: limit.deadline)
        } catch {
            throw ConnectionFailure(connecting: error, to: address.path, role: role, timeout: limit.timeout)
        }
    }
}
