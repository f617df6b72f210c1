import CartModel
import CartProtocol
import Synchronization
import UnixSockets

extension Multiplexer {
    /// Makes the first connection.
    func open(limit: TimeLimit) async throws(CartError) -> Hello.Answer {
        let call = greeting
        try await perform(call, limit: limit)
        return try call.answer(as: Hello.Answer.self)
    }

    /// Makes a call and waits for its end while the task is suspended; the background thread reads where nobody else does.
    ///
    /// - Throws: Where it cannot begin.
    func perform(_ call: PendingCall, limit: TimeLimit) async throws(CartError) {
        guard !limit.deadline.hasPassed else {
            throw .deadlineExceeded("there is no time for \(call.name)", timeout: limit.timeout)
        }
        guard !Task.isCancelled else { throw .cancelled(call.name) }
        try requireOwner()
        let attempts = attempts(limit)
        let id = try beginInBackground { $0.beginAsync(call, attempts) }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { call.wake(.task($0)) }
        } onCancel: {
            state.withLock { $0.cancel(id, patience: Self.cancellationPatience) }.deliver()
        }
    }

    /// Begins a stream, or goes on with it.
    ///
    /// - Returns: Its id, until it ends or is begun again.
    func begin(_ stream: StreamBuffer) throws(CartError) -> UInt64 {
        try requireOwner()
        return try beginInBackground { $0.begin(stream) }
    }

    /// Ends a stream.
    func end(stream id: UInt64) {
        state.withLock { $0.end(stream: id) }.deliver()
    }

    /// Changes the state once there is a background thread to see it.
    private func beginInBackground(
        _ begin: (inout MultiplexerState) -> (id: UInt64, [Notice])
    ) throws(CartError) -> UInt64 {
        let result = state.withLock { state in
            Result { () throws(SystemError) in
                if state.alarm == nil {
                    let alarm = try Alarm()
                    try LibraryThread.start { [self] in runInBackground(alarm) }
                    state.setAlarm(alarm)
                }
                return begin(&state)
            }
        }
        switch result {
        case .success(let begun):
            begun.1.deliver()
            return begun.id
        case .failure(let error):
            throw CartError(.connectionLost, "no thread can be started to read what comes: \(error)")
        }
    }

    /// What the background thread does, until the client is no more.
    private func runInBackground(_ alarm: Alarm) {
        while true {
            let plan = state.withLock { $0.planBackground() }
            plan.notices.deliver()
            guard !plan.isOver else { return }
            let step = plan.step ?? .pause(until: plan.deadline)
            _ = take(step, as: .background, alarm: alarm, limit: Self.backgroundLimit(until: plan.deadline))
        }
    }
}
