/// What `cartd` was told on its command line and by its environment.
package struct DaemonOptions: Hashable, Sendable {
    /// Where to listen beside the sockets that the service manager passed: at most one socket of each kind.
    package var sockets: [Access: String] = [:]
    /// The folder that holds the state.
    package var stateDirectory: String
    /// Seconds without a connection after which the daemon exits; nil stays for ever.
    package var idleTimeout: Double?
    /// The most connections that may be open, 1 to 1,000,000; nil is the default.
    package var maxConnections: Int?
    /// The most of them that one user may have, root and the daemon's own user apart; nil is a quarter.
    package var maxConnectionsPerUser: Int?
    /// The fonts that titles are measured in: `FILE` or `FILE#N`, never none; nil measures without a font.
    package var fonts: Setting<[String]>?
    /// The folder of the pictures that are measured; nil measures none.
    package var icons: Setting<String>?

    /// A value and who gave it, for what is said when it cannot be used.
    package struct Setting<Value: Hashable & Sendable>: Hashable, Sendable {
        /// The value.
        package var value: Value
        /// The option, or the variable of the environment.
        package var source: String

        /// Makes a setting of its parts.
        package init(value: Value, source: String) {
            self.value = value
            self.source = source
        }
    }

    /// What the command line asks for.
    package enum Command: Hashable, Sendable {
        /// Serve.
        case run(DaemonOptions)
        /// Print a text and exit with 0.
        case print(String)
        /// Print a message to standard error and exit with 2.
        case usage(String)
    }
}
