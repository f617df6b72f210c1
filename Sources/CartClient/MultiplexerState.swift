import CartModel
import CartProtocol
import UnixSockets

/// What the threads and tasks of one client share, behind one lock: the connection, all that is under way on it, and who
/// reads.
struct MultiplexerState: Sendable {
    /// Who has the reader's role.
    enum Reader: Hashable, Sendable {
        case nobody
        /// The thread that waits for this call.
        case caller(UInt64)
        /// The library's own thread.
        case background
    }

    var exchanges = Exchanges()
    /// Who answered the newest greeting.
    private(set) var daemon: Hello.Answer?
    private(set) var stage = ConnectionStage.dialing

    private var wire: Wire?
    /// Why nothing can be sent on the connection any more, which its reader is to find out.
    private var sendFailure: ConnectionFailure?
    private var backoff = Backoff()
    private var nextAttempt = Deadline.after(.zero)

    private(set) var reader = Reader.nobody
    /// Whether the reader waits, and has to be woken to see what is new.
    private var readerWaits = false
    /// Whether it waits for room to send too.
    private var readerWaitsForRoom = false
    /// The calls of threads that wait for another one to read, in the order they came.
    private var followers: [UInt64] = []
    private var spareBells: [Doorbell] = []
    private let nudge: Alarm

    /// What wakes the background thread; nil where there is none.
    private(set) var alarm: Alarm?
    /// Whether the background thread waits, and until when.
    private var backgroundWaits = false
    private var backgroundDeadline = Deadline.never
    private(set) var isClosed = false

    init(nudge: Alarm) { self.nudge = nudge }

    // MARK: Callers

    /// How a caller is to wait.
    enum Seat: Sendable {
        /// It reads for all.
        case leads
        /// It waits for its bell.
        case follows(Doorbell)
    }

    /// Begins a call that a thread waits for.
    mutating func begin(_ call: PendingCall, _ attempts: Attempts) -> (id: UInt64, Seat, [Notice]) {
        freshenBackoff()
        let (id, notice) = exchanges.begin(call, attempts: attempts, isAsync: false)
        var notices = notice.map { [$0] } ?? []
        switch reader {
        case .nobody: reader = .caller(id)
        case .background where readerWaits && wire != nil && !exchanges.hasBackgroundWork:
            // It lingers where nothing but this call is to be waited for.
            reader = .caller(id)
            notices += wakeBackground()
        default:
            let bell = spareBells.popLast() ?? Doorbell()
            exchanges.setBell(bell, of: id)
            followers.append(id)
            notices += push()
            return (id, .follows(bell), notices)
        }
        return (id, .leads, notices)
    }

    /// Takes back the bell of a caller that needs it no more.
    mutating func recycle(_ bell: Doorbell) {
        if spareBells.count < 16 { spareBells.append(bell) }
    }

    /// Whether a caller has been given the reader's role.
    mutating func hasRole(_ id: UInt64) -> Bool { reader == .caller(id) }

    /// The reader's next step for one that waits until a moment.
    mutating func plan(until deadline: Deadline) -> (step: Multiplexer.Step, notices: [Notice]) {
        var notices: [Notice] = []
        if let wire {
            notices = send(on: wire)
            if let sendFailure { return (.end(wire, sendFailure), notices) }
            readerWaits = true
            readerWaitsForRoom = !exchanges.outbox.isEmpty
            return (.receive(wire, room: readerWaitsForRoom, until: deadline), notices)
        }
        if !nextAttempt.hasPassed {
            readerWaits = true
            return (.pause(until: min(nextAttempt, deadline)), notices)
        }
        readerWaits = false
        stage = .dialing
        return (.dial, notices)
    }

    /// Gives the role back, to whoever needs it.
    mutating func leave(_ id: UInt64) -> [Notice] {
        guard reader == .caller(id) else { return [] }
        reader = .nobody
        readerWaits = false
        if exchanges.hasBackgroundWork, alarm != nil {
            reader = .background
            return wakeBackground()
        }
        return passOn()
    }

    /// Gives the role to the follower that waits for longest.
    private mutating func passOn() -> [Notice] {
        reader = .nobody
        readerWaits = false
        while let next = followers.first {
            followers.removeFirst()
            guard let bell = exchanges[next]?.bell else { continue }
            reader = .caller(next)
            return [.bell(bell)]
        }
        return []
    }

    // MARK: The background thread

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
    private mutating func callBackground() -> [Notice] {
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

    private mutating func wakeBackground() -> [Notice] {
        guard backgroundWaits, let alarm else { return [] }
        backgroundWaits = false
        return [.alarm(alarm)]
    }

    /// Ends the background thread.
    mutating func close() -> [Notice] {
        isClosed = true
        wire = nil
        return wakeBackground()
    }

    // MARK: The connection

    /// Begins to take apart what has come; false for one who has lost the role meanwhile.
    mutating func beginReading(as reader: Reader) -> Bool {
        guard self.reader == reader else { return false }
        readerWaits = false
        if reader == .background { backgroundWaits = false }
        return true
    }

    /// Finds who waits for an id.
    mutating func take(_ id: UInt64) -> Exchanges.Target? {
        guard let target = exchanges.take(id) else { return nil }
        backoff = Backoff()
        if case .call = target, let index = followers.firstIndex(of: id) { followers.remove(at: index) }
        return target
    }

    /// Lets a call go on after a message that was not for it.
    mutating func putBack(_ entry: Exchanges.Entry, as id: UInt64) {
        exchanges.putBack(entry, as: id)
        if entry.bell != nil, reader != .caller(id) { followers.append(id) }
    }

    /// Ends a stream.
    mutating func end(stream id: UInt64) -> [Notice] {
        exchanges.end(stream: id)
        return push()
    }

    /// Gives up a call of a thread where its time is over.
    mutating func expire(_ id: UInt64, lateness: CartError? = nil) -> [Notice] {
        guard let notice = exchanges.expire(id, stage: stage, lateness: lateness) else { return [] }
        followers.removeAll { $0 == id }
        return [notice] + push()
    }

    /// Greets on a new connection.
    mutating func connect(_ wire: Wire, _ hello: Hello) -> [Notice] {
        do {
            try exchanges.greet(hello)
        } catch {
            return lose(nil, ConnectionFailure(error, isTransient: false))
        }
        self.wire = wire
        stage = .greeting
        return []
    }

    /// Begins to send on a connection that was greeted.
    mutating func open(_ answer: Hello.Answer) -> [Notice] {
        daemon = answer
        stage = .open
        let notices = exchanges.open(answer)
        followers.removeAll { exchanges[$0] == nil }
        return notices
    }

    /// Takes leave of a connection, or of the attempt to make one, and says when to try again.
    mutating func lose(_ wire: Wire?, _ failure: ConnectionFailure) -> [Notice] {
        guard self.wire === wire else { return [] }
        self.wire = nil
        sendFailure = nil
        stage = .pausing
        let notices = exchanges.lose(failure)
        followers.removeAll { exchanges[$0] == nil }
        if exchanges.isEmpty {
            freshenBackoff()
        } else {
            var generator = SystemRandomNumberGenerator()
            nextAttempt = .after(backoff.delay(using: &generator))
        }
        return notices
    }

    /// The first of those who need a connection does not wait for the sake of others before it.
    private mutating func freshenBackoff() {
        guard wire == nil, exchanges.isEmpty else { return }
        backoff = Backoff()
        nextAttempt = .after(.zero)
    }

    // MARK: Sending

    /// Sends what is to be sent, unless the reader is about to.
    mutating func push() -> [Notice] {
        guard let wire, !exchanges.outbox.isEmpty, reader == .nobody || readerWaits else { return [] }
        var notices = send(on: wire)
        guard sendFailure != nil || !exchanges.outbox.isEmpty && !readerWaitsForRoom else { return notices }
        switch reader {
        case .nobody: break
        case .caller: notices.append(.alarm(nudge))
        case .background: notices += wakeBackground()
        }
        return notices
    }

    private mutating func send(on wire: Wire) -> [Notice] {
        var notices: [Notice] = []
        while true {
            switch exchanges.outbox.send(on: wire.socket) {
            case .done, .full: return notices
            // What the daemon said before it closed, such as why, is still read.
            case .gone:
                exchanges.outbox.removeAll()
                return notices
            case .refusedFile(let id, let error):
                if let notice = exchanges.refuseFile(of: id, error) { notices.append(notice) }
            case .failed(let error):
                exchanges.outbox.removeAll()
                let refusal = CartError(.connectionLost, "the request cannot be sent: \(error)")
                sendFailure = ConnectionFailure(refusal, isTransient: false)
                return notices
            }
        }
    }
}
