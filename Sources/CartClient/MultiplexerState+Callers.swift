import UnixSockets

extension MultiplexerState {
    /// How a caller is to wait.
    enum Seat: Sendable {
        /// It reads for all.
        case leads
        /// It waits for its bell.
        case follows(Doorbell)
        /// There is nothing to wait for.
        case ended
    }

    /// Begins a call that a thread waits for.
    mutating func begin(_ call: PendingCall, _ attempts: Attempts) -> (id: UInt64, Seat, [Notice]) {
        freshenBackoff()
        let (id, notice) = exchanges.begin(call, attempts: attempts, isAsync: false)
        // One that cannot be sent has ended.
        if let notice { return (id, .ended, [notice]) }
        var notices: [Notice] = []
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
    func hasRole(_ id: UInt64) -> Bool { reader == .caller(id) }

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
    mutating func passOn() -> [Notice] {
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
}
