/// A method that is answered with events until it ends: the value is the parameters, the type knows its name and events.
///
/// Every event is a frame `{"id", "event"}` with the id of the request. The first is a `snapshot` of what is watched, or
/// `resumed` where ``from`` was still known; then every change follows in order. A stream ends with one last frame
/// `{"id", "error"}`: `cancelled` when it was cancelled, or why it cannot go on.
public protocol StreamMethod: Method where Answer == StreamEnd {
    /// What the stream tells.
    associatedtype Event: StreamEvent

    /// The ``StreamEvent/sequence`` of the last event that the caller has seen: the stream goes on after it where the
    /// daemon still knows what came next, and says `resync` where not. Nil begins with a snapshot.
    var from: Int64? { get set }
}

/// One event of a stream.
public protocol StreamEvent: Codable, Hashable, Sendable {
    /// The number of the change that the event tells, or that a snapshot includes: numbers rise within a stream and over
    /// restarts of the daemon; those that are missing are of changes that were not asked for.
    var sequence: Int64 { get }
    /// What the event is.
    var kind: StreamEventKind { get }
    /// True where the next page of the snapshot follows; nil otherwise, and always for what fits one event.
    var more: Bool? { get }

    /// Creates an event that tells no more than that.
    init(sequence: Int64, kind: StreamEventKind)
}

extension StreamEvent {
    /// Most events are whole.
    public var more: Bool? { nil }
}

/// What a stream would answer if it ended well; none does, each ends with an error such as `cancelled`.
public struct StreamEnd: Codable, Hashable, Sendable {
    /// Creates the empty answer.
    public init() {}
}

/// The name of what an event is: an open set, because a newer daemon may know more of them.
public struct StreamEventKind: RawRepresentable, Codable, Hashable, Sendable {
    /// The name as it travels.
    public let rawValue: String

    /// Takes any name, known here or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All of what is watched, as it is.
    public static let snapshot = Self(rawValue: "snapshot")
    /// The stream goes on after `from`; nothing is missing.
    public static let resumed = Self(rawValue: "resumed")
    /// Changes are missing, because the reader was away or slow for too long; a `snapshot` follows.
    public static let resync = Self(rawValue: "resync")
    /// Something was made or has changed; the event has it as it is now.
    public static let changed = Self(rawValue: "changed")
    /// Something was removed.
    public static let removed = Self(rawValue: "removed")
    /// Somebody sent events to a control.
    public static let sent = Self(rawValue: "sent")
}
