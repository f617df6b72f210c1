/// What the server knows about itself.
package struct ServerStatistics: Hashable, Sendable {
    /// The time since the daemon started.
    package var uptime: Duration = .zero
    /// Connections that are open.
    package var connections = 0
    /// The most connections that may be open.
    package var connectionLimit = 0
    /// The folder that holds the state.
    package var stateDirectory = ""
    /// Requests taken since the start.
    package var requests: Int64 = 0
    /// Transactions committed since the start.
    package var commits: Int64 = 0

    /// Creates statistics.
    package init(
        uptime: Duration = .zero,
        connections: Int = 0,
        connectionLimit: Int = 0,
        stateDirectory: String = ""
    ) {
        self.uptime = uptime
        self.connections = connections
        self.connectionLimit = connectionLimit
        self.stateDirectory = stateDirectory
    }
}
