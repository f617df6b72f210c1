import CartProtocol
import Glibc

extension CartClient {
    /// How a client finds its daemon and how long it waits for it.
    public struct Configuration: Sendable {
        /// Which socket the daemon is reached at.
        public enum Socket: Hashable, Sendable {
            /// The environment's `CARTD_SOCKET`; else the system's `/run/cartd/cartd.sock` where somebody accepts there; else
            /// the user's own: `cartd/cartd.sock` in `$XDG_RUNTIME_DIR`, else in `/run/user/UID`, else
            /// `/tmp/cartd-UID/cartd.sock`.
            ///
            /// Only for the user's own socket a daemon is started where none runs.
            case automatic
            /// This one, at most 107 bytes long.
            case path(String)
        }

        /// Which socket the daemon is reached at; the default is ``Socket/automatic``.
        public var socket: Socket
        /// What the client's calls need; the default is ``Role/cart``.
        ///
        /// It chooses among the sockets of the system's daemon: with ``Role/admin``, for ``ImportCatalog`` and
        /// ``RemoveCatalog``, `/run/cartd/admin.sock` is taken, where the daemon has one. A socket that is named by
        /// ``socket`` or `CARTD_SOCKET` is taken as it is.
        public var role: Role
        /// The time for a whole call with all its attempts, and for the first connection; the default is 10 seconds.
        ///
        /// What is left of it is waited for in whole milliseconds, rounded up (poll(2)), so a call may take one longer. An
        /// answer that has come when the time is over is taken.
        public var timeout: Duration
        /// The caller's program and version, for the daemon's log; the default is the name of the running program.
        public var software: String
        /// Whether a daemon is started for the user's own socket where none runs; the default is true.
        public var startsDaemon: Bool
        /// The program of the daemon; nil is the environment's `CARTD_DAEMON`, else `cartd` beside the running program, in
        /// the folders of `PATH`, `/usr/libexec` or `/usr/lib/cartd`.
        public var daemon: String?
        /// The environment, for the choices above and for a daemon that is started; the default is the process's own.
        public var environment: [String: String]

        /// Whether the connection and all calls without a timeout of their own share the one ``timeout``, as suits a tool that
        /// ends with its work; the default is false.
        package var timeoutCoversAll = false
        /// How long after it was first sent a change may be sent again; the default is 9 minutes.
        ///
        /// The daemon keeps idempotency keys for 600 seconds. What is less than that is for a request that waits in a socket.
        package var retryWindow = Duration.seconds(540)
        /// The system's socket, which a test replaces.
        package var systemSocket = "/run/cartd/cartd.sock"

        /// Creates a configuration.
        public init(
            socket: Socket = .automatic,
            role: Role = .cart,
            timeout: Duration = .seconds(10),
            software: String = Configuration.defaultSoftware,
            startsDaemon: Bool = true,
            daemon: String? = nil,
            environment: [String: String] = Configuration.processEnvironment
        ) {
            self.socket = socket
            self.role = role
            self.timeout = timeout
            self.software = software
            self.startsDaemon = startsDaemon
            self.daemon = daemon
            self.environment = environment
        }

        /// The name of the running program and the version of this library.
        public static var defaultSoftware: String {
            let program = CommandLine.arguments.first?.split(separator: "/").last ?? "CartClient"
            return "\(program.prefix(64)) (CartClient \(ProtocolVersion.software))"
        }

        /// The environment of the process as it is now: environ(7).
        public static var processEnvironment: [String: String] {
            var result: [String: String] = [:]
            var entry = environ
            while let variable = entry.pointee {
                let text = String(cString: variable)
                if let separator = text.firstIndex(of: "=") {
                    // Of two with one name, getenv(3) sees the first.
                    let name = String(text[..<separator])
                    if result[name] == nil { result[name] = String(text[text.index(after: separator)...]) }
                }
                entry += 1
            }
            return result
        }
    }
}
