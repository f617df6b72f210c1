public import CartModel

/// Asks what has happened to the controls since the last time; answers at once with what there is.
///
/// The numbers of events rise, over restarts too; those between are of changes of something else. Only the newest ones are
/// kept, in memory. Who has missed some is told to `resync`: to list the controls again.
public struct PollControlEvents: Method {
    /// `control.poll`.
    public static let name = "control.poll"

    /// The `sequence` of the answer before, or of ``ListControls`` (nil is all events that are kept).
    public var after: Int64?
    /// Only the events of this control (nil is all controls).
    public var control: String?
    /// Of the events that were sent only those with one of these bits (nil is all); changes are told in any case.
    public var events: ControlEvents?

    /// Creates the call.
    public init(after: Int64? = nil, control: String? = nil, events: ControlEvents? = nil) {
        self.after = after
        self.control = control
        self.events = events
    }

    /// What has happened.
    public struct Answer: Codable, Hashable, Sendable {
        /// In order.
        public var events: [Event]
        /// What to ask for as `after` the next time: everything up to here has been told.
        public var sequence: Int64
        /// The newest change that there is, of whatever, or 0; greater than `sequence` where more than fits an answer has happened.
        public var newest: Int64
        /// True where events between `after` and the first one here are lost; absent otherwise.
        public var resync: Bool?

        /// Creates an answer.
        public init(events: [Event], sequence: Int64, newest: Int64, resync: Bool? = nil) {
            self.events = events
            self.sequence = sequence
            self.newest = newest
            self.resync = resync
        }
    }

    /// One thing that has happened to a control.
    public struct Event: Codable, Hashable, Sendable {
        /// The number of the event.
        public var sequence: Int64
        /// The control's name.
        public var control: String
        /// What kind of thing.
        public var kind: Kind
        /// What was sent; only with `sent`.
        public var events: ControlEvents?
        /// The states that the control was in afterwards.
        public var state: ControlState
        /// The version of the control afterwards.
        public var version: Int64

        /// Creates an event.
        public init(
            sequence: Int64,
            control: String,
            kind: Kind,
            events: ControlEvents? = nil,
            state: ControlState,
            version: Int64
        ) {
            self.sequence = sequence
            self.control = control
            self.kind = kind
            self.events = events
            self.state = state
            self.version = version
        }
    }

    /// The name of a kind of event: an open set, because a newer daemon may know more of them.
    public struct Kind: RawRepresentable, Codable, Hashable, Sendable {
        /// The name as it travels.
        public let rawValue: String

        /// Takes any name, known here or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The control was made, or values, spacing or alignments have changed.
        public static let changed = Kind(rawValue: "changed")
        /// The set of states has changed.
        public static let state = Kind(rawValue: "state")
        /// Somebody sent ``Event/events``.
        public static let sent = Kind(rawValue: "sent")
        /// The control was removed.
        public static let removed = Kind(rawValue: "removed")
    }
}
