import Glibc

/// What `cartd` was told on its command line and by its environment.
package struct DaemonOptions: Hashable, Sendable {
    /// Where to listen beside the sockets that the service manager passed: at most one socket of each kind.
    package var sockets: [Access: String]
    /// The folder that holds the state.
    package var stateDirectory: String
    /// Seconds without a connection after which the daemon exits; nil stays for ever.
    package var idleTimeout: Double?
    /// The most connections that may be open, 1 to 1,000,000; nil is the default.
    package var maxConnections: Int?
    /// The most of them that one user may have, root and the daemon's own user apart; nil is a quarter.
    package var maxConnectionsPerUser: Int?

    /// What the command line asks for.
    package enum Command: Hashable, Sendable {
        /// Serve.
        case run(DaemonOptions)
        /// Print a text and exit with 0.
        case print(String)
        /// Print a message to standard error and exit with 2.
        case usage(String)
    }

    /// Reads the command line.
    ///
    /// - Parameters:
    ///   - arguments: Without the program's name.
    ///   - environment: `STATE_DIRECTORY` (systemd.exec(5)), `XDG_STATE_HOME`, `HOME`.
    package static func parse(_ arguments: [String], environment: [String: String]) -> Command {
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            switch name {
            case "--help", "-h": return .print(help)
            case "--version": return .print(DaemonIdentity.software + "\n")
            case "--socket", "--cart-socket", "--admin-socket", "--state", "--idle-timeout", "--max-connections",
                "--max-connections-per-user":
                break
            default: return .usage("unknown argument \(argument); cartd --help lists what there is")
            }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                return .usage("\(name) needs a value")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                return .usage("\(name) is given twice")
            }
        }
        var idleTimeout: Double?
        if let text = values["--idle-timeout"] {
            guard let seconds = Double(text), seconds > 0, seconds <= 31_536_000 else {
                return .usage("--idle-timeout \(text) is not a number of seconds between 0 and 31536000")
            }
            idleTimeout = seconds
        }
        var counts: [String: Int] = [:]
        for name in ["--max-connections", "--max-connections-per-user"] {
            guard let text = values[name] else { continue }
            guard let count = Int(text), (1...1_000_000).contains(count) else {
                return .usage("\(name) \(text) is not a number of connections between 1 and 1000000")
            }
            counts[name] = count
        }
        guard let state = values["--state"] ?? defaultStateDirectory(environment) else {
            return .usage("no folder for the state: set HOME, or give --state DIR")
        }
        return .run(
            DaemonOptions(
                sockets: [.owner: "--socket", .cart: "--cart-socket", .admin: "--admin-socket"]
                    .compactMapValues { values[$0] },
                stateDirectory: state,
                idleTimeout: idleTimeout,
                maxConnections: counts["--max-connections"],
                maxConnectionsPerUser: counts["--max-connections-per-user"]
            )
        )
    }

    /// The service manager's folder, else the user's (XDG Base Directory Specification).
    private static func defaultStateDirectory(_ environment: [String: String]) -> String? {
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
            return String(given)
        }
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") {
            return home + "/cartd"
        }
        if let home = environment["HOME"], home.hasPrefix("/") {
            return home + "/.local/state/cartd"
        }
        return nil
    }

    private static let help = """
        Usage: cartd [--socket PATH] [--cart-socket PATH] [--admin-socket PATH] [--state DIR]
                     [--idle-timeout SECONDS] [--max-connections N] [--max-connections-per-user N]

        Owns the catalog, the cart and the screen layout of this machine. Usually it is started by a
        connection, on the sockets that the service manager passes (sd_listen_fds(3)): one that is named
        "cart" is for carts and controls, "admin" for catalogs too, any other is like --socket.

        Options:
          --socket PATH           listen there: for catalogs too where root or the user of cartd calls,
                                  else for carts and controls; the file is its user's own (mode 0600)
          --cart-socket PATH      listen there for carts and controls alone, whoever calls; the file is
                                  open to the group of cartd (mode 0660)
          --admin-socket PATH     listen there for everything, whoever calls (mode 0600)
          --state DIR             keep the state there; default $STATE_DIRECTORY, else
                                  $XDG_STATE_HOME/cartd, else ~/.local/state/cartd
          --idle-timeout SECONDS  exit after so long without a connection; default never
          --max-connections N     connections open at once; default 1024, and never more than the limit
                                  of open files allows (ulimit -n, LimitNOFILE=)
          --max-connections-per-user N
                                  of them, those of one user; default a quarter. Root and the user of
                                  cartd have no limit of their own
          --version               print the version
          --help                  print this text

        Exit status: 0 stopped or idle, 1 the state or the socket cannot be used, 2 usage.

        """
}
