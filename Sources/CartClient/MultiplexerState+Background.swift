import UnixSockets

extension MultiplexerState {
    /// Begins a call that a task waits for.
    mutating func beginAsync(_ call: PendingCall, _ attempts: Attempts) -> (id: UInt64, [Notice]) {
        freshenBackoff()
        let (id, notice) = exchanges.begin(call, attempts: attempts, isAsync: true)
        return (id, (notice.map { [$0] } ?? []) + callBackground())
    }

    /// Takes back a call that a task waits for.
    mutating func cancel(_ id: UInt64, patience: Duration) -> [Notice] {
        let notice = exchanges.cancel(id, patience: patience)
        return (notice.map { [$0] } ?? []) + callBackground()
    }

    /// Begins a stream, or goes on with it.
    mutating func begin(_ stream: StreamBuffer) -> (id: UInt64, [Notice]) {
        freshenBackoff()
        let (id, notice) = exchanges.begin(stream)
        return (id, (notice.map { [$0] } ?? []) + callBackground())
    }

    /// Notes what wakes the background thread, which is there from now on.
    mutating func setAlarm(_ alarm: Alarm) { self.alarm = alarm }

    /// Sees to it that the background thread does what is new for it.
    mutating func callBackground() -> [Notice] {
        var notices = push()
        guard exchanges.hasBackgroundWork else { return notices }
        if reader == .nobody {
            reader = .background
            readerWaits = false
            notices += wakeBackground()
        } else if exchanges.nextExpiry < backgroundDeadline {
            notices += wakeBackground()
        }
        return notices
    }

    /// What the background thread does next.
    struct BackgroundPlan: Sendable {
        /// Whether it is to end.
        var isOver = false
        /// A step in the reader's role; nil is to wait for the alarm.
        var step: Multiplexer.Step?
        /// When it is needed in any case.
        var deadline = Deadline.never
        var notices: [Notice] = []
    }

    /// Says what the background thread does next.
    mutating func planBackground() -> BackgroundPlan {
        backgroundWaits = false
        guard !isClosed else { return BackgroundPlan(isOver: true) }
        var notices = exchanges.expireDue(stage: stage)
        backgroundDeadline = exchanges.nextExpiry
        if reader == .nobody, exchanges.hasBackgroundWork { reader = .background }
        if reader == .background, wire == nil, !exchanges.hasBackgroundWork { notices += passOn() }
        guard reader == .background else {
            notices += push()
            backgroundWaits = true
            return BackgroundPlan(deadline: backgroundDeadline, notices: notices)
        }
        let (step, more) = plan(until: backgroundDeadline)
        backgroundWaits = readerWaits
        return BackgroundPlan(step: step, deadline: backgroundDeadline, notices: notices + more)
    }

    mutating func wakeBackground() -> [Notice] {
        guard backgroundWaits, let alarm else { return [] }
        backgroundWaits = false
        return [.alarm(alarm)]
    }

    /// Ends the background thread.
    mutating func close() -> [Notice] {
        isClosed = true
        wire?.end()
        wire = nil
        return wakeBackground()
    }
}
