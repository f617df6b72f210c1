import Glibc

/// What `cartd` was told on its command line and by its environment.
package struct DaemonOptions: Hashable, Sendable {
    /// Where to listen; nil takes the sockets that the service manager passed.
    package var socketPath: String?
    /// The folder that holds the state.
    package var stateDirectory: String
    /// Seconds without a connection after which the daemon exits; nil stays for ever.
    package var idleTimeout: Double?

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
            case "--socket", "--state", "--idle-timeout": break
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
        guard let state = values["--state"] ?? defaultStateDirectory(environment) else {
            return .usage("no folder for the state: set HOME, or give --state DIR")
        }
        return .run(
            DaemonOptions(socketPath: values["--socket"], stateDirectory: state, idleTimeout: idleTimeout)
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
        Usage: cartd [--socket PATH] [--state DIR] [--idle-timeout SECONDS]

        Owns the catalog, the cart and the screen layout of this machine. Usually it is started by a
        connection, on the sockets that the service manager passes (sd_listen_fds(3)).

        Options:
          --socket PATH           listen there instead
          --state DIR             keep the state there; default $STATE_DIRECTORY, else
                                  $XDG_STATE_HOME/cartd, else ~/.local/state/cartd
          --idle-timeout SECONDS  exit after so long without a connection; default never
          --version               print the version
          --help                  print this text

        Exit status: 0 stopped or idle, 1 the state or the socket cannot be used, 2 usage.

        """
}
