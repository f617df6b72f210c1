/// Asks for the description of the protocol: every message in CDDL (RFC 8610), and the methods.
public struct Describe: Method {
    /// `describe`.
    public static let name = "describe"

    /// Creates the call.
    public init() {}

    /// The description.
    public struct Answer: Codable, Hashable, Sendable {
        /// The daemon's program and version.
        public var software: String
        /// The versions of the protocol that the daemon speaks.
        public var protocolVersions: Hello.VersionRange
        /// By name.
        public var methods: [MethodEntry]
        /// Every message in CDDL, with the units in comments.
        public var cddl: String

        /// Creates an answer.
        public init(
            software: String,
            protocolVersions: Hello.VersionRange,
            methods: [MethodEntry],
            cddl: String
        ) {
            self.software = software
            self.protocolVersions = protocolVersions
            self.methods = methods
            self.cddl = cddl
        }
    }

    /// A method that the daemon has.
    public struct MethodEntry: Codable, Hashable, Sendable {
        /// The name on the wire.
        public var name: String
        /// Whether a call may change what is on disk, and so can carry an idempotency key.
        public var mutation: Bool
        /// Whether it is answered with events.
        public var stream: Bool
        /// What the caller has to be; absent from a daemon that does not tell callers apart.
        public var role: Role?

        /// Creates an entry.
        public init(name: String, mutation: Bool, stream: Bool, role: Role? = nil) {
            self.name = name
            self.mutation = mutation
            self.stream = stream
            self.role = role
        }
    }
}
