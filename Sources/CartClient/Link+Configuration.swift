import CartModel
import Glibc
import UnixSockets

extension Link {
    /// Decides which daemon it is, by the configuration and by who accepts, and makes the first connection.
    ///
    /// - Throws: `noDaemon`, `permissionDenied`, and what connecting and hello throw.
    static func open(_ configuration: CartClient.Configuration, limit: TimeLimit) throws(CartError) -> Link {
        let plan = SocketPlan(
            configuration.socket,
            environment: configuration.environment,
            systemSocket: configuration.systemSocket,
            user: geteuid(),
            isOwnFolder: RuntimeFolder.isOwnFolder
        )
        var link: Link
        switch plan {
        case .named(let path):
            link = Link(
                to: Endpoint(address: try address(path), role: .named),
                over: nil,
                configuration: configuration
            )
        case .search(let system, let folder):
            link = try search(system: system, folder: folder, configuration: configuration, limit: limit)
        }
        try link.open(limit: limit)
        return link
    }

    private static func search(
        system: String,
        folder: RuntimeFolder,
        configuration: CartClient.Configuration,
        limit: TimeLimit
    ) throws(CartError) -> Link {
        let endpoint = Endpoint(address: try address(system), role: .system)
        do {
            let socket = try endpoint.connect(limit: limit)
            return Link(to: endpoint, over: socket, configuration: configuration)
        } catch {
            // Where nobody accepts, the user's own is next; any other trouble is to be known and not to be passed over.
            guard error.error.code == .noDaemon, error.isTransient else { throw error.error }
        }
        var own = Endpoint(address: try address(folder.socketPath), role: .user, folder: folder)
        if configuration.startsDaemon {
            own.activator = Activator(
                folder: folder,
                search: DaemonSearch(
                    named: configuration.daemon,
                    environment: configuration.environment,
                    program: DaemonSearch.runningProgram
                ),
                environment: configuration.environment
            )
        }
        return Link(to: own, over: nil, configuration: configuration)
    }

    private static func address(_ path: String) throws(CartError) -> UnixAddress {
        do {
            return try UnixAddress(path: path)
        } catch {
            throw CartError(.noDaemon, "no daemon can be reached: \(error)", details: ["socket": .string(path)])
        }
    }
}
