import CartModel
import Glibc
import UnixSockets

/// Decides which daemon a client speaks to, and makes the connections to it.
struct Dialer: Sendable {
    private let configuration: CartClient.Configuration
    /// Nil until the first connection has decided it.
    private var endpoint: Endpoint?
    private var startup = Startup(log: nil)
    private var hasReachedDaemon = false

    init(_ configuration: CartClient.Configuration) { self.configuration = configuration }

    /// Makes a connection.
    ///
    /// - Throws: `noDaemon`, final where nobody listens at the first time and none can be started; `permissionDenied`;
    ///   `deadlineExceeded` at the limit, when another attempt may follow.
    mutating func dial(limit: TimeLimit) throws(ConnectionFailure) -> StreamSocket {
        guard let endpoint else { return try decide(limit: limit) }
        startup.begin()
        do throws(ConnectionFailure) {
            let socket = try endpoint.connect(limit: limit)
            hasReachedDaemon = true
            return socket
        } catch {
            let failure = startup.explain(error)
            // A daemon that was there is being restarted; one that never was is not waited for.
            guard error.error.code == .noDaemon, endpoint.activator == nil, !hasReachedDaemon else { throw failure }
            throw ConnectionFailure(failure.error, isTransient: false)
        }
    }

    /// Notes that the daemon has answered the greeting.
    mutating func succeed() { startup.succeed() }

    /// Adds to the end of a connection that was not greeted what the daemon's log says.
    mutating func explain(_ failure: ConnectionFailure) -> ConnectionFailure { startup.explain(failure) }

    /// Makes the first connection, by the configuration and by who accepts.
    private mutating func decide(limit: TimeLimit) throws(ConnectionFailure) -> StreamSocket {
        let plan = SocketPlan(
            configuration.socket,
            role: configuration.role,
            environment: configuration.environment,
            systemSocket: configuration.systemSocket,
            user: geteuid(),
            isOwnFolder: RuntimeFolder.isOwnFolder
        )
        switch plan {
        case .named(let path):
            endpoint = Endpoint(address: try Self.address(path), role: .named)
        case .search(let admin, let system, let folder):
            let roles: [(path: String?, role: SocketRole)] = [(admin, .systemAdmin), (system, .system)]
            for case (let path?, let role) in roles {
                let endpoint = Endpoint(address: try Self.address(path), role: role)
                do {
                    let socket = try endpoint.connect(limit: limit)
                    hasReachedDaemon = true
                    self.endpoint = endpoint
                    return socket
                } catch {
                    // Where nobody accepts, the next one is tried; any other trouble is to be known and not to be passed over.
                    guard error.error.code == .noDaemon, error.isTransient else {
                        throw ConnectionFailure(error.error, isTransient: false)
                    }
                }
            }
            self.endpoint = try userEndpoint(folder)
        }
        startup = Startup(log: endpoint?.activator?.log)
        return try dial(limit: limit)
    }

    private func userEndpoint(_ folder: RuntimeFolder) throws(ConnectionFailure) -> Endpoint {
        var endpoint = Endpoint(address: try Self.address(folder.socketPath), role: .user, folder: folder)
        if configuration.startsDaemon {
            endpoint.activator = Activator(
                folder: folder,
                search: DaemonSearch(
                    named: configuration.daemon,
                    environment: configuration.environment,
                    program: DaemonSearch.runningProgram
                ),
                environment: configuration.environment
            )
        }
        return endpoint
    }

    private static func address(_ path: String) throws(ConnectionFailure) -> UnixAddress {
        do {
            return try UnixAddress(path: path)
        } catch {
            let refusal = CartError(.noDaemon, "no daemon can be reached: \(error)", details: ["socket": .string(path)])
            throw ConnectionFailure(refusal, isTransient: false)
        }
    }
}
