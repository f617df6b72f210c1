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

    /// What is left of it for the daemon, in milliseconds; nil where it never ends.
    ///
    /// Rounded down, so that the daemon gives up first and its word comes before the end; at least 1.
    var remainingMilliseconds: UInt64? {
        deadline.remainingNanoseconds.map { max($0 / 1_000_000, 1) }
    }
}
