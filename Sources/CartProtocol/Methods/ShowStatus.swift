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
        /// What the caller may do; absent from a daemon that does not tell callers apart.
        public var role: Role?
        /// The limits of connections, streams and bytes in flight for the caller, and how much of each is used; absent
        /// where they are not told.
        public var limits: [LimitUsage]?
        /// What each user has open, told to who has the role `admin`.
        public var users: [UserUsage]?

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
            streams: Int? = nil,
            role: Role? = nil,
            limits: [LimitUsage]? = nil,
            users: [UserUsage]? = nil
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
            self.role = role
            self.limits = limits
            self.users = users
        }
    }

    /// A limit and how much of it is used.
    public struct LimitUsage: Codable, Hashable, Sendable {
        /// What is limited, as in `details.limit` of `overloaded`: `connections`, `userConnections`, `userBytes` and so on.
        public var limit: String
        /// How much is used.
        public var used: Int
        /// How much may be; absent where the limit does not hold for the caller.
        public var allowed: Int?

        /// Creates an entry.
        public init(limit: String, used: Int, allowed: Int? = nil) {
            self.limit = limit
            self.used = used
            self.allowed = allowed
        }
    }

    /// What one user has open.
    public struct UserUsage: Codable, Hashable, Sendable {
        /// The user.
        public var uid: UInt32
        /// Connections that are open.
        public var connections: Int
        /// Streams that are open.
        public var streams: Int
        /// Bytes in flight: of requests that wait, and of answers that are not sent yet.
        public var bytes: Int

        /// Creates an entry.
        public init(uid: UInt32, connections: Int, streams: Int, bytes: Int) {
            self.uid = uid
            self.connections = connections
            self.streams = streams
            self.bytes = bytes
        }
    }
}
