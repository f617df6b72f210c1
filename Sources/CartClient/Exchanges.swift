import CartModel
import CartProtocol
import UnixSockets

/// Everything that is under way on a client's connection, as a value: who waits for which id, and what is to be sent.
///
/// It outlives connections: what was not answered on one is sent again on the next, under the same id.
struct Exchanges: Sendable {
    /// A call under way.
    struct Entry: Sendable {
        let call: PendingCall
        var attempts: Attempts
        /// Whether a task waits for it, and no thread.
        let isAsync: Bool
        /// What wakes the thread that waits for it while another one reads.
        var bell: Doorbell?
        /// Whether it was sent on the present connection.
        var isSent = false
        /// When a task that has taken it back stops waiting for the daemon's word on it.
        var cancellationDeadline: Deadline?

        /// When it is given up.
        var deadline: Deadline {
            let deadline = isSent ? attempts.limit.deadline : attempts.connectionDeadline
            return cancellationDeadline.map { min($0, deadline) } ?? deadline
        }
    }

    /// Who waits for an id.
    enum Target: Sendable {
        case call(Entry)
        case stream(StreamBuffer)
    }

    /// What is to be sent on the present connection.
    var outbox = Outbox()
    /// No task's call is given up before.
    private(set) var nextExpiry = Deadline.never
    /// How many calls are waited for by tasks.
    private(set) var taskCount = 0

    private var calls: [UInt64: Entry] = [:]
    private var streams: [UInt64: StreamBuffer] = [:]
    private var lastID = ClientSession.greetingID
    /// Nil while there is no connection that requests may be sent on.
    private var writer: FrameWriter?

    /// Whether anything is under way.
    var isEmpty: Bool { calls.isEmpty && streams.isEmpty }
    /// Whether something is under way that no thread waits for.
    var hasBackgroundWork: Bool { taskCount > 0 || !streams.isEmpty }

    /// A call under way, and not being answered right now.
    subscript(_ id: UInt64) -> Entry? { calls[id] }

    private mutating func nextID() -> UInt64 {
        lastID &+= 1
        return lastID
    }

    // MARK: Calls

    /// Adds a call and writes it where that can be done.
    ///
    /// - Returns: Its id, and how it ended where it cannot be sent at all.
    mutating func begin(_ call: PendingCall, attempts: Attempts, isAsync: Bool) -> (id: UInt64, Notice?) {
        let id = call.isGreeting ? ClientSession.greetingID : nextID()
        calls[id] = Entry(call: call, attempts: attempts, isAsync: isAsync)
        if isAsync { taskCount += 1 }
        let notice = write(id)
        if let entry = calls[id] { note(entry) }
        return (id, notice)
    }

    /// Says what wakes the thread that waits for a call.
    mutating func setBell(_ bell: Doorbell?, of id: UInt64) { calls[id]?.bell = bell }

    private mutating func write(_ id: UInt64) -> Notice? {
        guard let writer, var entry = calls[id] else { return nil }
        do throws(CartError) {
            if entry.call.isChange { try entry.attempts.beginChange() }
            try outbox.append(file: entry.call.file, id: id) { output throws(CartError) in
                try entry.call.write(
                    id: id,
                    timeout: entry.attempts.limit.remainingMilliseconds,
                    with: writer,
                    into: &output
                )
            }
            entry.isSent = true
            calls[id] = entry
            return nil
        } catch {
            remove(id)
            return .call(entry.call, entry.attempts.refusal(error))
        }
    }

    /// Finds who waits for an id; a call is then out of reach for everybody else.
    mutating func take(_ id: UInt64) -> Target? {
        if let entry = remove(id) { return .call(entry) }
        return streams[id].map { .stream($0) }
    }

    /// Lets a call go on after a message that was not for it.
    mutating func putBack(_ entry: Entry, as id: UInt64) {
        calls[id] = entry
        if entry.isAsync { taskCount += 1 }
        note(entry)
    }

    /// Gives a call up where its time is over.
    ///
    /// - Parameters:
    ///   - stage: How far the connection is that it was to be sent on.
    ///   - lateness: What did not happen there in time, where more is known than the stage.
    mutating func expire(_ id: UInt64, stage: ConnectionStage, lateness: CartError? = nil) -> Notice? {
        guard let entry = calls[id], entry.deadline.hasPassed else { return nil }
        remove(id)
        if entry.isSent { cancelOnWire(id) }
        let name = entry.call.name
        let timeout = entry.attempts.limit.timeout
        let error: CartError =
            if entry.cancellationDeadline != nil {
                entry.attempts.completed(.cancelled(name))
            } else if entry.isSent {
                entry.attempts.expired(
                    .deadlineExceeded("the daemon did not answer \(name)", timeout: timeout),
                    isPausing: false
                )
            } else {
                entry.attempts.expired(
                    lateness ?? .deadlineExceeded(stage.lateness, timeout: timeout),
                    isPausing: stage == .pausing
                )
            }
        return .call(entry.call, error)
    }

    /// Gives up all calls of tasks whose time is over.
    mutating func expireDue(stage: ConnectionStage) -> [Notice] {
        guard nextExpiry.hasPassed else { return [] }
        nextExpiry = .never
        var due: [UInt64] = []
        for (id, entry) in calls where entry.isAsync {
            if entry.deadline.hasPassed { due.append(id) } else { note(entry) }
        }
        return due.compactMap { expire($0, stage: stage) }
    }

    /// Takes a task's call back: at once where nothing was sent or nothing can have been done, else when the daemon has said
    /// what became of it, or has not for too long.
    mutating func cancel(_ id: UInt64, patience: Duration) -> Notice? {
        guard var entry = calls[id], entry.cancellationDeadline == nil else { return nil }
        if entry.isSent { cancelOnWire(id) }
        guard entry.isSent, entry.call.isChange else {
            remove(id)
            return .call(entry.call, entry.attempts.completed(.cancelled(entry.call.name)))
        }
        entry.cancellationDeadline = .after(patience)
        calls[id] = entry
        note(entry)
        return nil
    }

    /// Ends a call whose file cannot be passed.
    mutating func refuseFile(of id: UInt64, _ error: SystemError) -> Notice? {
        guard let entry = remove(id) else { return nil }
        return .call(entry.call, CartError(.connectionLost, "the file cannot be passed: \(error)"))
    }

    @discardableResult
    private mutating func remove(_ id: UInt64) -> Entry? {
        guard let entry = calls.removeValue(forKey: id) else { return nil }
        if entry.isAsync { taskCount -= 1 }
        return entry
    }

    private mutating func note(_ entry: Entry) {
        if entry.isAsync { nextExpiry = min(nextExpiry, entry.deadline) }
    }

    /// Tells the daemon that nobody waits for an id any more; its word on that is passed over.
    private mutating func cancelOnWire(_ id: UInt64) {
        guard let writer else { return }
        let request = OutgoingRequest(id: nextID(), params: CancelRequest(request: id))
        try? outbox.append(file: nil, id: request.id) { output throws(CartError) in
            try writer.append(request, to: &output)
        }
    }

    // MARK: Streams

    /// Begins a stream, or goes on with it.
    ///
    /// - Returns: Its id, until it ends or is begun again.
    mutating func begin(_ stream: StreamBuffer) -> (id: UInt64, Notice?) {
        let id = nextID()
        streams[id] = stream
        return (id, write(stream, as: id))
    }

    /// Forgets a stream, and has the daemon forget it.
    mutating func end(stream id: UInt64) {
        if streams.removeValue(forKey: id) != nil { cancelOnWire(id) }
    }

    /// Forgets a stream that the daemon has ended.
    mutating func forget(stream id: UInt64) { streams[id] = nil }

    private mutating func write(_ stream: StreamBuffer, as id: UInt64) -> Notice? {
        guard let writer else { return nil }
        do throws(CartError) {
            try outbox.append(file: nil, id: id) { output throws(CartError) in
                try stream.write(id: id, with: writer, into: &output)
            }
            return nil
        } catch {
            streams[id] = nil
            return .stream(stream, error)
        }
    }

    // MARK: Connections

    /// Writes the greeting of a new connection.
    mutating func greet(_ hello: Hello) throws(CartError) {
        try outbox.append(file: nil, id: ClientSession.greetingID) { output throws(CartError) in
            try FrameWriter().append(
                OutgoingRequest(id: ClientSession.greetingID, params: hello),
                to: &output
            )
        }
    }

    /// Writes all that is under way to a connection that was greeted.
    mutating func open(_ answer: Hello.Answer) -> [Notice] {
        // A frame's length has 32 bits, whatever the daemon claims to take.
        writer = FrameWriter(limit: min(answer.frameLimit, Int(UInt32.max)))
        var notices: [Notice] = []
        for id in calls.keys.sorted() {
            guard let entry = calls[id] else { continue }
            if entry.call.greeted(answer) {
                remove(id)
                notices.append(.call(entry.call, nil))
            } else if let notice = write(id) {
                notices.append(notice)
            }
        }
        for (id, stream) in streams.sorted(by: { $0.key < $1.key }) {
            if let notice = write(stream, as: id) { notices.append(notice) }
        }
        return notices
    }

    /// Notes that the connection, or the attempt to make one, has failed.
    mutating func lose(_ failure: ConnectionFailure) -> [Notice] {
        writer = nil
        outbox.removeAll()
        nextExpiry = .never
        var notices: [Notice] = []
        for (id, var entry) in calls {
            entry.isSent = false
            let error =
                entry.attempts.lose(failure)
                ?? (entry.cancellationDeadline == nil ? nil : entry.attempts.completed(.cancelled(entry.call.name)))
            if let error {
                remove(id)
                notices.append(.call(entry.call, error))
            } else {
                calls[id] = entry
                note(entry)
                // Its time may be over sooner now.
                if let bell = entry.bell { notices.append(.bell(bell)) }
            }
        }
        if !failure.isTransient {
            notices += streams.values.map { .stream($0, failure.error) }
            streams.removeAll()
        }
        return notices
    }
}

/// How far a client has come to have a connection.
enum ConnectionStage: Hashable, Sendable {
    /// It makes one.
    case dialing
    /// It has one and has said hello.
    case greeting
    /// It can send.
    case open
    /// The last attempt has failed, and the next has not begun.
    case pausing

    /// What did not happen, where it took too long.
    var lateness: String {
        self == .dialing ? "the daemon did not take the connection" : "the daemon did not answer hello"
    }
}
