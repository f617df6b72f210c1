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
}
