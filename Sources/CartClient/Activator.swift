import CartModel
import Glibc
import UnixSockets

/// Stands in for the service manager where there is none: listens on the user's socket and starts a daemon with it.
///
/// Many clients may do so at once and still start one daemon: whoever gets to bind the socket starts it, under the lock that
/// `ListeningSocket.listen` holds from its look for a daemon to its own listening; all others find somebody listening. A
/// connection waits in the socket's queue until the daemon is ready.
struct Activator: Sendable {
    /// Seconds without a connection after which a daemon that was started here ends.
    private static let idleTimeout = 60

    let folder: RuntimeFolder
    let search: DaemonSearch
    let environment: [String: String]

    var log: DaemonLog { DaemonLog(path: folder.logPath) }

    /// Sees to it that a daemon has the socket.
    func start(at address: UnixAddress) throws(ConnectionFailure) {
        do throws(CartError) {
            let found = try search.find(isExecutable: DaemonSearch.isExecutable)
            guard let program = DaemonSearch.absolutePath(found) else {
                throw .cannotStart("the path \(found) cannot be resolved")
            }
            guard let listener = try listen(at: address) else { return }
            log.prune()
            let process = DaemonProcess(
                program: program,
                arguments: ["--idle-timeout", "\(Self.idleTimeout)"],
                environment: environment,
                log: log.path
            )
            do {
                try process.start(with: listener)
            } catch {
                try? listener.removeFile()
                throw .cannotStart("\(error)")
            }
        } catch {
            throw ConnectionFailure(error, isTransient: false)
        }
    }

    /// Listens on the user's socket, or answers nil where somebody else does by now.
    private func listen(at address: UnixAddress) throws(CartError) -> ListeningSocket? {
        do throws(SystemError) {
            try folder.prepare()
            return try ListeningSocket.listen(at: address, mode: 0o600)
        } catch  where error.code == EADDRINUSE {
            return nil
        } catch {
            throw .cannotStart("\(error)")
        }
    }
}
