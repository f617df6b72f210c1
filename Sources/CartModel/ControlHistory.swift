/// The newest events of all controls, numbered one by one.
///
/// A bounded memory: who asks for more than is kept is told so. What was appended since the last ``commit()`` can be taken
/// back.
public struct ControlHistory: Sendable {
    /// How many of the newest events are kept at least.
    public static let defaultCapacity = 1024

    /// The number of the newest event, or 0.
    public private(set) var newest: Int64
    /// The number of the newest event that cannot be taken back.
    public private(set) var committed: Int64

    private let capacity: Int
    private var kept: [ControlEvent] = []

    /// Creates a history that has forgotten all events up to one.
    public init(newest: Int64 = 0, capacity: Int = ControlHistory.defaultCapacity) {
        self.newest = newest
        committed = newest
        self.capacity = max(1, capacity)
    }

    /// Whether there are events that can be taken back.
    public var hasUncommitted: Bool { newest != committed }

    /// Takes note of something that has happened to a control.
    ///
    /// - Returns: The number of the event.
    @discardableResult
    public mutating func append(_ kind: ControlEvent.Kind, of control: Control) -> Int64 {
        newest += 1
        kept.append(
            ControlEvent(
                sequence: newest,
                control: control.name,
                kind: kind,
                state: control.state,
                version: control.version
            )
        )
        // Every so many events at once, so that one event costs next to nothing.
        if kept.count >= 2 * capacity {
            kept.removeFirst(kept.count - capacity)
        }
        return newest
    }

    /// Makes what was appended final.
    public mutating func commit() {
        committed = newest
    }

    /// Takes back what was appended since the last ``commit()``.
    public mutating func rollback() {
        kept.removeLast(min(kept.count, Int(clamping: newest - committed)))
        newest = committed
    }

    /// The events after a number, in order, and whether some after it are lost.
    ///
    /// - Parameter sequence: The newest event that the caller knows; nil is what is kept. One that has not happened is
    ///   of another history, so that all of this one is new to the caller.
    public func events(after sequence: Int64?) -> (events: ArraySlice<ControlEvent>, isIncomplete: Bool) {
        guard let sequence else {
            return (kept[...], false)
        }
        // The number before the first event that is kept.
        let forgotten = newest - Int64(kept.count)
        guard sequence >= forgotten, sequence <= newest else {
            return (kept[...], true)
        }
        return (kept.dropFirst(Int(clamping: sequence - forgotten)), false)
    }
}
