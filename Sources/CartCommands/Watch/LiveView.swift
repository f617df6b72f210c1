import CartJSON
package import CartModel
import CartClient
import Glibc

/// Shows what is watched until it is interrupted: as a screen that is kept up to date, as blocks of text where nothing can be
/// written over, or as a line of JSON an event.
package struct LiveView<State: WatchedState> {
    /// How long the first event may take where no time is given.
    private static var firstTimeout: Duration { .seconds(10) }
    /// A stream that never pauses is still drawn now and then.
    private static var eventsPerDrawing: Int { 64 }

    private let output: any Output
    private let stage: any LiveStage
    private let isJSON: Bool
    /// What the terminal is at the moment.
    private var terminal: Terminal
    private var state: State
    /// The number of the newest event.
    private var sequence: Int64 = 0
    /// The events that are still to be told; nil is all.
    private var remaining: Int64?

    private var isScreenEntered = false
    /// What the screen shows; nil where that is not known.
    private var frame: Frame?
    private var undrawn = 0
    private var isFirstBlock = true
    /// Whether there is no connection at the moment.
    private var isInterrupted = false

    /// Watches.
    ///
    /// - Parameters:
    ///   - method: What is watched.
    ///   - state: What is known of it: nothing.
    ///   - count: The end comes after so many events; nil is never.
    /// - Throws: `noDaemon` and what else the connection fails with, `deadlineExceeded` where the first event takes longer than
    ///   `--timeout`, and what the daemon refuses or ends the stream with.
    package static func run(
        _ method: State.Stream,
        _ state: State,
        in session: Session,
        on stage: any LiveStage,
        count: Int64? = nil
    ) throws(CartError) -> any Report {
        let clock = ContinuousClock()
        let limit = session.options.timeout ?? Self.firstTimeout
        let begin = clock.now
        let events = try session.service().watch(method)
        var view = LiveView(
            output: session.output,
            stage: stage,
            isJSON: session.isJSON,
            terminal: session.terminal,
            state: state,
            remaining: count
        )
        let outcome: Result<WatchReport, CartError>
        do throws(CartError) {
            outcome = .success(try view.follow(events) { limit - (clock.now - begin) })
        } catch {
            outcome = .failure(error)
        }
        view.leaveScreen()
        return try outcome.get()
    }

    /// Tells events until there is a reason to end.
    ///
    /// - Parameter timeLeft: For the first event.
    private mutating func follow(
        _ events: any EventSource<State.Stream.Event>,
        timeLeft: () -> Duration
    ) throws(CartError) -> WatchReport {
        var isFirst = true
        while true {
            do throws(WatchStop) {
                if let event = try take(events) {
                    guard !notice(event.kind) else { continue }
                    isFirst = false
                    guard let news = state.take(event) else { continue }
                    try tell(news)
                } else {
                    try draw()
                    if events.isOver { throw .end }
                    try rest(of: events, timeout: isFirst ? max(timeLeft(), .zero) : nil)
                }
            } catch {
                switch error {
                case .end: return WatchReport(.written)
                case .output(let error): return WatchReport(.failed(error))
                case .signal(let signal):
                    leaveScreen()
                    stage.die(of: signal)
                    return WatchReport(.written, status: ExitStatus(rawValue: 128 + signal))
                case .error(let error): throw error
                }
            }
        }
    }

    private func take(_ events: any EventSource<State.Stream.Event>) throws(WatchStop) -> State.Stream.Event? {
        do {
            return try events.next(timeout: .zero)
        } catch {
            throw .error(error)
        }
    }

    /// Waits for what comes next.
    private mutating func rest(
        of events: any EventSource<State.Stream.Event>,
        timeout: Duration?
    ) throws(WatchStop) {
        let descriptor: Int32
        do {
            descriptor = try events.descriptor
        } catch {
            throw .error(error)
        }
        switch stage.wait(for: descriptor, timeout: timeout) {
        case .events: break
        case .timedOut:
            throw .error(CartError(.deadlineExceeded, "the daemon did not say in time how things are"))
        case .outputClosed: throw .output(OutputError(code: EPIPE))
        case .resized:
            terminal = stage.terminal
            frame = nil
        case .suspended:
            leaveScreen()
            stage.suspend()
            try enterScreen()
        case .ended(let signal): throw .signal(signal)
        }
    }

    // MARK: Telling

    private mutating func tell(_ news: WatchNews) throws(WatchStop) {
        sequence = max(sequence, news.sequence)
        if isJSON {
            try write(news.json.text + "\n")
        } else if terminal.canRedraw {
            undrawn += 1
            if undrawn >= Self.eventsPerDrawing { try draw() }
        } else {
            var page = Page(for: terminal)
            if !isFirstBlock { page.line() }
            isFirstBlock = false
            state.write(news, to: &page)
            try write(page.text)
        }
        if let left = remaining {
            remaining = left - 1
            if left <= 1 { throw .end }
        }
    }

    /// Takes note of the end of the connection or of its return.
    ///
    /// - Returns: Whether the event tells nothing else.
    private mutating func notice(_ kind: StreamEventKind) -> Bool {
        let isLoss = kind == .interrupted
        guard isLoss != isInterrupted else { return isLoss }
        isInterrupted = isLoss
        // The screen has to say so, although nothing else on it is new.
        if isScreenEntered { undrawn += 1 }
        if isJSON || !terminal.canRedraw {
            let news = isLoss ? "the connection to the daemon is lost; reconnecting" : "reconnected"
            output.complain("cartctl: \(news)\n")
        }
        return isLoss || kind == .resumed
    }

    /// Brings the screen up to date.
    private mutating func draw() throws(WatchStop) {
        guard !isJSON, terminal.canRedraw, undrawn > 0 || isScreenEntered && frame == nil else { return }
        if !isScreenEntered { try enterScreen() }
        var page = Page(for: terminal)
        state.write(to: &page)
        let connection = isInterrupted ? " · reconnecting" : ""
        let next = Frame(page, cut: State.cut, footer: "Change \(sequence)\(connection) · Ctrl-C ends")
        let text = next.redraw(over: frame)
        if !text.isEmpty { try write(text) }
        frame = next
        undrawn = 0
    }

    private mutating func enterScreen() throws(WatchStop) {
        stage.enter()
        isScreenEntered = true
        // The size may have changed before a change of it could be noticed.
        terminal = stage.terminal
        frame = nil
        try write(Frame.enter)
    }

    /// Leaves the screen, and has what it showed last stay with what was written before it.
    private mutating func leaveScreen() {
        guard isScreenEntered else {
            if undrawn > 0 { writeLast() }
            return
        }
        // Where the terminal is gone there is nothing to restore.
        try? output.write(Frame.leave)
        writeLast()
        stage.leave()
        isScreenEntered = false
        frame = nil
    }

    private mutating func writeLast() {
        var page = Page(for: terminal)
        state.write(to: &page)
        try? output.write(page.text)
        undrawn = 0
    }

    private func write(_ text: String) throws(WatchStop) {
        do {
            try output.write(text)
        } catch {
            throw .output(error)
        }
    }
}

/// Why a live view ends.
private enum WatchStop: Error {
    /// All that was wanted is told.
    case end
    /// Standard output takes no more.
    case output(OutputError)
    /// The user has had enough.
    case signal(Int32)
    /// The stream cannot go on.
    case error(CartError)
}
