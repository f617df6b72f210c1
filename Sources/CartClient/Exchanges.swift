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
    var nextExpiry = Deadline.never
    /// How many calls are waited for by tasks.
    private(set) var taskCount = 0

    var calls: [UInt64: Entry] = [:]
    var streams: [UInt64: StreamBuffer] = [:]
    /// The call that the reader has taken last, and for how long its task waits where it has taken it back since.
    private var taken: (id: UInt64, patience: Duration?)?
    private var lastID = ClientSession.greetingID
    /// Nil while there is no connection that requests may be sent on.
    var writer: FrameWriter?

    /// Whether anything is under way.
    var isEmpty: Bool { calls.isEmpty && streams.isEmpty }
    /// Whether something is under way that no thread waits for.
    var hasBackgroundWork: Bool { taskCount > 0 || !streams.isEmpty }

    /// A call under way, and not being answered right now.
    subscript(_ id: UInt64) -> Entry? { calls[id] }

    mutating func nextID() -> UInt64 {
        lastID &+= 1
        return lastID
    }

    /// Adds a call and writes it where that can be done.
    ///
    /// - Returns: Its id, and how it ended where it cannot be sent at all.
    mutating func begin(_ call: PendingCall, attempts: Attempts, isAsync: Bool) -> (id: UInt64, Notice?) {
        let id = call.isGreeting ? ClientSession.greetingID : nextID()
        var entry = Entry(call: call, attempts: attempts, isAsync: isAsync)
        if let notice = write(&entry, as: id) { return (id, notice) }
        insert(entry, as: id)
        return (id, nil)
    }

    /// Says what wakes the thread that waits for a call.
    mutating func setBell(_ bell: Doorbell?, of id: UInt64) { calls[id]?.bell = bell }

    /// Writes a call where that can be done; says how it ended where it cannot be sent at all.
    mutating func write(_ entry: inout Entry, as id: UInt64) -> Notice? {
        guard let writer else { return nil }
        do throws(CartError) {
            let (call, timeout) = (entry.call, entry.attempts.limit.remainingMilliseconds)
            if call.isChange { try entry.attempts.beginChange() }
            try outbox.append(file: call.file, id: id) { output throws(CartError) in
                try call.write(id: id, timeout: timeout, with: writer, into: &output)
            }
            entry.isSent = true
            return nil
        } catch {
            return .call(entry.call, entry.attempts.refusal(error))
        }
    }

    /// Finds who waits for an id; a call is then out of reach for everybody else.
    mutating func take(_ id: UInt64) -> Target? {
        if let entry = remove(id) {
            taken = (id, nil)
            return .call(entry)
        }
        return streams[id].map { .stream($0) }
    }

    /// Lets a call go on after a message that was not for it.
    ///
    /// - Returns: How it ended where its task has taken it back while it was out of reach.
    mutating func putBack(_ entry: Entry, as id: UInt64) -> Notice? {
        insert(entry, as: id)
        guard let taken, taken.id == id, let patience = taken.patience else { return nil }
        return cancel(id, patience: patience)
    }

    /// Gives a call up where its time is over.
    ///
    /// - Parameters:
    ///   - stage: How far the connection is that it was to be sent on.
    ///   - lateness: What did not happen there in time, where more is known than the stage.
    mutating func expire(_ id: UInt64, stage: ConnectionStage, lateness: CartError? = nil) -> Notice? {
        guard var entry = calls[id], entry.deadline.hasPassed else { return nil }
        remove(id)
        if entry.isSent, entry.cancellationDeadline == nil, !cancelOnWire(id) { entry.attempts.takeBack() }
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
        guard var entry = calls[id] else {
            if taken?.id == id { taken?.patience = patience }
            return nil
        }
        guard entry.cancellationDeadline == nil else { return nil }
        let isOut = entry.isSent && cancelOnWire(id)
        if entry.isSent, !isOut { entry.attempts.takeBack() }
        guard isOut, entry.call.isChange else {
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
    mutating func remove(_ id: UInt64) -> Entry? {
        guard let entry = calls.removeValue(forKey: id) else { return nil }
        if entry.isAsync { taskCount -= 1 }
        return entry
    }

    mutating func insert(_ entry: Entry, as id: UInt64) {
        if entry.isAsync { taskCount += 1 }
        note(entry)
        calls[id] = entry
    }

    mutating func note(_ entry: Entry) {
        if entry.isAsync { nextExpiry = min(nextExpiry, entry.deadline) }
    }

    /// Sees to it that the daemon does nothing for an id for which nobody waits any more: takes the request back, or tells the
    /// daemon, whose word on that is passed over.
    ///
    /// - Returns: False where no byte of the request was sent on this connection, and none will be.
    @discardableResult
    mutating func cancelOnWire(_ id: UInt64) -> Bool {
        guard let writer, !outbox.withdraw(id) else { return false }
        let request = OutgoingRequest(id: nextID(), params: CancelRequest(request: id))
        try? outbox.append(file: nil, id: request.id) { output throws(CartError) in
            try writer.append(request, to: &output)
        }
        return true
    }
}
