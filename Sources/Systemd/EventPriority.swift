import CSystemd

/// Which of several ready sources runs first: the one with the lowest number, sd_event_source_set_priority(3).
public struct EventPriority: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number; everything between and beyond the named ones is allowed.
    public let rawValue: Int64

    /// A priority of one's own.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Before everything normal, -100: `SD_EVENT_PRIORITY_IMPORTANT`.
    public static let important = EventPriority(rawValue: -100)
    /// What a source has unless told, 0: `SD_EVENT_PRIORITY_NORMAL`.
    public static let normal = EventPriority(rawValue: 0)
    /// When nothing normal is ready, 100: `SD_EVENT_PRIORITY_IDLE`.
    public static let idle = EventPriority(rawValue: 100)

    /// Whether the first runs before the second.
    public static func < (left: EventPriority, right: EventPriority) -> Bool { left.rawValue < right.rawValue }
}
