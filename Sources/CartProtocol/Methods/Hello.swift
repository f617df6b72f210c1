/// The first call on every connection: who speaks, and which versions.
public struct Hello: Method {
    /// `hello`.
    public static let name = "hello"

    /// The versions of the protocol that the client speaks.
    public var protocolVersions: VersionRange
    /// The client's program and version, for the daemon's log.
    public var software: String

    /// Creates the call; by default for this library's own versions.
    public init(
        protocolVersions: VersionRange = VersionRange(min: ProtocolVersion.oldest, max: ProtocolVersion.newest),
        software: String
    ) {
        self.protocolVersions = protocolVersions
        self.software = software
    }

    /// A range of protocol versions, both ends included.
    public struct VersionRange: Codable, Hashable, Sendable {
        /// The oldest.
        public var min: Int
        /// The newest.
        public var max: Int

        /// Creates a range.
        public init(min: Int, max: Int) {
            self.min = min
            self.max = max
        }
    }

    /// Who answers.
    ///
    /// Under socket activation SO_PEERCRED names the process that made the socket, which is the service manager (unix(7));
    /// so the daemon says itself who it is.
    public struct Answer: Codable, Hashable, Sendable {
        /// The version spoken from now on.
        public var protocolVersion: Int
        /// The daemon's program and version.
        public var software: String
        /// The daemon's process.
        public var pid: Int32
        /// The daemon's user.
        public var uid: UInt32
        /// The identity of the store: the same as long as it is the same state on disk.
        public var store: String
        /// The longest frame that the daemon takes, in bytes of payload.
        public var frameLimit: Int

        /// Creates an answer.
        public init(
            protocolVersion: Int,
            software: String,
            pid: Int32,
            uid: UInt32,
            store: String,
            frameLimit: Int
        ) {
            self.protocolVersion = protocolVersion
            self.software = software
            self.pid = pid
            self.uid = uid
            self.store = store
            self.frameLimit = frameLimit
        }
    }
}
