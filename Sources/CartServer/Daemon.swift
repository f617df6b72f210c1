import CartModel
import CartStore
import Glibc
import Systemd
import UnixSockets

/// `cartd` as a whole: its command line, its sockets, its state, its loop.
package enum Daemon {
    /// Runs the daemon to its end.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: The exit status: 0 stopped or idle, 1 the state or a socket cannot be used, 2 usage.
    package static func run(_ arguments: [String]) -> Int32 {
        // Before anything else, so that no descriptor of ours can take the number of one that was passed.
        let passed = Result { () throws(SystemdError) in try Activation.takeSockets() }
        // A peer that goes away is an error of send(2); standard error may be a pipe that nobody reads.
        signal(SIGPIPE, SIG_IGN)
        // And a limit on the size of files is one of write(2).
        signal(SIGXFSZ, SIG_IGN)
        switch DaemonOptions.parse(arguments, environment: environment()) {
        case .print(let text):
            print(text, terminator: "")
            return 0
        case .usage(let message):
            Log().writeLast(message)
            return 2
        case .run(let options):
            let log = Log()
            do {
                try serve(options, passed: try passed.get(), log: log)
                return 0
            } catch {
                let code = (error as? CartError)?.code.rawValue
                let message = (error as? CartError)?.message ?? "\(error)"
                log.writeLast(message, fields: code.map { [(.code, $0)] } ?? [])
                return 1
            }
        }
    }

    private static func serve(_ options: DaemonOptions, passed: [ActivatedSocket], log: Log) throws {
        var limits = ServerLimits()
        limits.connections = min(options.maxConnections ?? limits.connections, connectionsAllowed())
        if let wanted = options.maxConnections, wanted > limits.connections {
            log.write(
                "the limit of open files allows \(limits.connections) connections, not \(wanted); raise LimitNOFILE=",
                priority: .warning
            )
        }
        limits.user.connections = options.maxConnectionsPerUser ?? max(1, limits.connections / 4)
        limits.idle = options.idleTimeout.map { .seconds($0) }
        guard !passed.isEmpty || !options.sockets.isEmpty else {
            throw CartError(
                .noDaemon,
                "no socket was passed; enable cartd.socket, or give --socket PATH to listen there"
            )
        }
        let layout = try LayoutResources(options) { log.write($0, priority: .warning) }
        let server = try Server(
            store: try ModelStore(stateDirectory: options.stateDirectory),
            stateDirectory: options.stateDirectory,
            limits: limits,
            layout: layout,
            log: log
        )
        for socket in passed {
            server.add(
                try ListeningSocket(inheriting: OwnedDescriptor(taking: socket.descriptor)),
                access: Access(socketName: socket.name)
            )
        }
        for access in Access.allCases {
            guard let path = options.sockets[access] else { continue }
            let mode: UInt32 = access == .cart ? 0o660 : 0o600
            server.add(try ListeningSocket.listen(at: try UnixAddress(path: path), mode: mode), access: access)
        }
        try server.run()
    }

    /// Descriptors left for connections once the daemon has its own: files of the store, the loop, imports.
    private static func connectionsAllowed() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return ServerLimits().connections
        }
        return max(1, Int(clamping: limit.rlim_cur) - 32)
    }

    private static func environment() -> [String: [UInt8]] {
        var values: [String: [UInt8]] = [:]
        for name in DaemonOptions.variables {
            values[name] = getenv(name).map { value in Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
            }
        }
        return values
    }
}
