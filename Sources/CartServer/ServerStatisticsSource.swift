import Systemd

/// What the server knows about itself, kept where it happens and read by who reports it.
package final class ServerStatisticsSource {

    private let started = MonotonicInstant.now
    /// The most connections that may be open.
    package let connectionLimit: Int
    /// The folder that holds the state.
    package let stateDirectory: String
    /// What each user has open.
    package let accounts: UserAccounts
    /// Connections that are open.
    package internal(set) var connections = 0
    /// Streams that are open.
    package internal(set) var streams = 0
    /// The most streams that may be open.
    package internal(set) var streamLimit = 0
    /// Requests taken since the start.
    package internal(set) var requests: Int64 = 0
    /// Transactions committed since the start.
    package internal(set) var commits: Int64 = 0

    /// Creates statistics of a daemon that starts now.
    package init(
        connectionLimit: Int = 0,
        stateDirectory: String = "",
        accounts: UserAccounts = UserAccounts()
    ) {
        self.connectionLimit = connectionLimit
        self.stateDirectory = stateDirectory
        self.accounts = accounts
    }

    /// Milliseconds since the daemon started.
    package var uptimeMilliseconds: Int64 { Int64(started.duration(to: .now) / .milliseconds(1)) }
}
