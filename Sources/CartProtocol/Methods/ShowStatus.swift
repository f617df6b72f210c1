/// Asks how the daemon is.
public struct ShowStatus: Method {
    /// `status`.
    public static let name = "status"

    /// Creates the call.
    public init() {}

    /// How the daemon is.
    public struct Answer: Codable, Hashable, Sendable {
        /// The daemon's program and version.
        public var software: String
        /// The daemon's process.
        public var pid: Int32
        /// The daemon's user.
        public var uid: UInt32
        /// The identity of the store.
        public var store: String
        /// The folder that holds the state.
        public var stateDirectory: String
        /// Milliseconds since the daemon started.
        public var uptimeMilliseconds: Int64
        /// Connections that are open, this one among them.
        public var connections: Int
        /// The most connections that may be open at once.
        public var connectionLimit: Int
        /// Requests answered since the start.
        public var requests: Int64
        /// Transactions committed since the start.
        public var commits: Int64
        /// Carts that are stored.
        public var carts: Int
        /// Catalogs that can be used.
        public var catalogs: Int
        /// Streams that are open; absent from a daemon that has none yet.
        public var streams: Int?

        /// Creates an answer.
        public init(
            software: String,
            pid: Int32,
            uid: UInt32,
            store: String,
            stateDirectory: String,
            uptimeMilliseconds: Int64,
            connections: Int,
            connectionLimit: Int,
            requests: Int64,
            commits: Int64,
            carts: Int,
            catalogs: Int,
            streams: Int? = nil
        ) {
            self.software = software
            self.pid = pid
            self.uid = uid
            self.store = store
            self.stateDirectory = stateDirectory
            self.uptimeMilliseconds = uptimeMilliseconds
            self.connections = connections
            self.connectionLimit = connectionLimit
            self.requests = requests
            self.commits = commits
            self.carts = carts
            self.catalogs = catalogs
            self.streams = streams
        }
    }
}
