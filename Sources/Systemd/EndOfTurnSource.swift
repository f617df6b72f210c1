/// Work that is done once for a whole turn of the loop: after all input that is ready has been handled, and
/// before the loop sleeps.
///
/// It is what group commit needs. Each handler that has work to hold back calls ``schedule()``; when nothing
/// of a more important priority is ready any more, the handler runs once for all of them.
///
/// Input that never stops coming would put it off for ever, and so would a source that stays ready whatever its
/// handler does. So it is put off for at most ``maximumDelay`` iterations; then it goes before all normal sources.
public final class EndOfTurnSource {
    /// The most iterations, and so handlers of other sources, that one held piece of work has to wait for.
    public let maximumDelay: UInt64

    private let work: WorkSource
    private let state: State

    /// What the source and its handler share.
    private final class State {
        var firstIteration: UInt64 = 0
        var isRaised = false
    }

    init(
        loop: EventLoop,
        label: String,
        maximumDelay: UInt64,
        handler: @escaping () throws -> Void
    ) throws(SystemdError) {
        let state = State()
        self.maximumDelay = maximumDelay
        self.state = state
        work = try loop.addWork(priority: .idle, label: label) { work in
            if state.isRaised {
                state.isRaised = false
                try work.setPriority(.idle)
            }
            try handler()
        }
        try work.prepare { work in
            guard !state.isRaised, work.loop.iteration &- state.firstIteration >= maximumDelay else { return }
            try work.setPriority(.important)
            state.isRaised = true
        }
    }

    /// Lets it run at the end of this turn; when it is scheduled already, that is one run.
    public func schedule() throws(SystemdError) {
        guard !work.isScheduled else { return }
        try work.schedule()
        state.firstIteration = work.loop.iteration
    }

    /// Whether it is scheduled and has not run yet.
    public var isScheduled: Bool { work.isScheduled }

    /// Ends it for good, scheduled or not.
    public func cancel() { work.cancel() }
}

extension EventLoop {
    /// Makes work for the end of a turn, not scheduled yet.
    ///
    /// - Parameter maximumDelay: the most iterations that it is put off for.
    public func addEndOfTurn(
        maximumDelay: UInt64 = 256,
        label: String = "end of turn",
        handler: @escaping () throws -> Void
    ) throws(SystemdError) -> EndOfTurnSource {
        try EndOfTurnSource(loop: self, label: label, maximumDelay: maximumDelay, handler: handler)
    }
}
