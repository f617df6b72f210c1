import CartModel
import CartProtocol
import Synchronization
import UnixSockets

extension Multiplexer {
    /// Makes the first connection.
    func open(limit: TimeLimit) throws(CartError) -> Hello.Answer {
        let call = greeting
        try perform(call, limit: limit)
        return try call.answer(as: Hello.Answer.self)
    }

    /// Makes a call and waits for its end, reading for all others meanwhile where nobody else does.
    ///
    /// - Throws: Where it cannot begin.
    func perform(_ call: PendingCall, limit: TimeLimit) throws(CartError) {
        guard !limit.deadline.hasPassed else {
            throw .deadlineExceeded("there is no time for \(call.name)", timeout: limit.timeout)
        }
        try requireOwner()
        let attempts = attempts(limit)
        let (id, seat, notices) = state.withLock { $0.begin(call, attempts) }
        notices.deliver()
        switch seat {
        case .leads:
            lead(call, id, limit: limit)
            state.withLock { $0.leave(id) }.deliver()
        case .follows(let bell):
            if !follow(call, id, bell: bell) { lead(call, id, limit: limit) }
            let notices = state.withLock { state in
                state.recycle(bell)
                return state.leave(id)
            }
            notices.deliver()
        case .ended: break
        }
    }

    /// Reads until the call has ended.
    private func lead(_ call: PendingCall, _ id: UInt64, limit: TimeLimit) {
        repeat {
            let (deadline, plan) = state.withLock { state in
                let deadline = state.exchanges[id]?.deadline ?? limit.deadline
                return (deadline, state.plan(until: deadline))
            }
            plan.notices.deliver()
            // Its own file may have been refused just now; nothing would come to wait for.
            if !plan.notices.isEmpty, call.isSettled { return }
            let lateness = take(plan.step, as: .caller(id), alarm: nudge, limit: limit.shortened(to: deadline))
            if deadline.hasPassed, !call.isSettled {
                state.withLock { $0.expire(id, lateness: lateness) }.deliver()
            }
        } while !call.isSettled
    }

    /// Waits for the thread that reads; false where the role is this one's now.
    private func follow(_ call: PendingCall, _ id: UInt64, bell: Doorbell) -> Bool {
        call.wake(.thread(bell))
        while true {
            // Where it is out of reach its end is near.
            let deadline = state.withLock { $0.exchanges[id]?.deadline ?? .never }
            let isTimely = bell.wait(until: deadline)
            if call.isSettled { return true }
            if state.withLock({ $0.hasRole(id) }) { return false }
            if !isTimely { state.withLock { $0.expire(id) }.deliver() }
        }
    }
}
