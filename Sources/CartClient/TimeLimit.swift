import UnixSockets

/// The time for one call: the moment it ends, and for messages how long it was.
struct TimeLimit: Sendable {
    let deadline: Deadline
    let timeout: Duration

    /// Starts now.
    init(_ timeout: Duration) {
        deadline = .after(timeout)
        self.timeout = timeout
    }

    private init(deadline: Deadline, timeout: Duration) {
        self.deadline = deadline
        self.timeout = timeout
    }

    /// The same time, but not beyond a moment.
    func shortened(to moment: Deadline) -> TimeLimit {
        TimeLimit(deadline: min(deadline, moment), timeout: timeout)
    }

    /// How much of it the daemon is not given at most, in nanoseconds: its word on what came too late is to come in time.
    private static let longestReturn: UInt64 = 50_000_000

    /// What is left of it for the daemon, in milliseconds; nil where it never ends.
    ///
    /// A tenth less than all of it, or 50 ms where that is shorter, so that the daemon gives up first and says whether a
    /// change was made; at least 1.
    var remainingMilliseconds: UInt64? {
        deadline.remainingNanoseconds.map { max(($0 - min($0 / 10, Self.longestReturn)) / 1_000_000, 1) }
    }
}
