import Systemd

/// Counts what may happen very often, so that the log is told of it at most once a second.
struct Repetition {
    private var count = 0
    private var lastTold: MonotonicInstant?

    /// Notes that it happened.
    ///
    /// - Returns: How often since it was last told, where it is time to tell it.
    mutating func note(at now: MonotonicInstant) -> Int? {
        count += 1
        if isRecent(at: now) {
            return nil
        }
        defer { count = 0 }
        lastTold = now
        return count
    }

    /// Whether it happened since it was last told.
    var hasUntold: Bool { count > 0 }

    /// Takes what was counted and not told.
    ///
    /// - Parameter now: Nil for all of it, else nothing of what is recent.
    /// - Returns: How often it happened since it was last told, where it is time to tell it.
    mutating func takeRest(at now: MonotonicInstant?) -> Int? {
        guard count > 0, now.map({ !isRecent(at: $0) }) ?? true else {
            return nil
        }
        defer { count = 0 }
        lastTold = now ?? lastTold
        return count
    }

    /// Whether it was told within the last second.
    func isRecent(at now: MonotonicInstant) -> Bool {
        lastTold.map { now < $0.advanced(by: .seconds(1)) } ?? false
    }
}
