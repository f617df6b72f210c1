import CartModel
import CartProtocol
package import Systemd

extension Dispatcher {
    /// Why a request is not even begun: its id is taken, or its time has passed while it waited to be served.
    func untimely(_ envelope: RequestEnvelope, _ deadline: MonotonicInstant?, from peer: Peer) -> CartError? {
        if !peer.pending.isEmpty, peer.pending[envelope.id] != nil {
            return CartError(
                .malformed,
                "the id \(envelope.id) is that of another request of this connection, which is not answered yet",
                details: ["field": "id"]
            )
        }
        if let deadline, clock() >= deadline {
            return CartError(
                .deadlineExceeded,
                "the time for the request was over before it could be begun; nothing was done",
                details: ["applied": false]
            )
        }
        return nil
    }

    /// When a request is given up; nil is never.
    func deadline(of envelope: RequestEnvelope, from peer: Peer) -> MonotonicInstant? {
        envelope.timeout.map { peer.readAt.advanced(by: .milliseconds($0)) }
    }

    /// Takes a request back that will be answered later, and answers it.
    func cancel(_ method: CancelRequest, id: UInt64, for peer: Peer) -> Kept {
        let wait = giveUp(method.request, of: peer)
        return say(to: peer) { frames throws(CartError) in
            if let wait {
                try writer.append(Refusal(id: method.request, error: wait.cancelled), to: &frames)
            }
            try writer.append(Reply(id: id, result: CancelRequest.Answer(cancelled: wait != nil)), to: &frames)
        }
    }

    /// The next moment at which ``expire(at:)`` has something to do.
    package var nextDeadline: MonotonicInstant? {
        // Asked whenever a connection comes to rest: of imports there are few, of waiting calls there may be many.
        var next = waiting.earliestDeadline
        if !imports.isEmpty {
            for case let deadline? in imports.values.lazy.map(\.deadline) {
                next = min(next ?? deadline, deadline)
            }
        }
        return next
    }

    /// Gives up the calls whose time has passed while they waited for a file to be read.
    ///
    /// - Returns: Their peers.
    package func expire(at now: MonotonicInstant) -> [Peer] {
        var late: [(peer: Peer, id: UInt64)] = []
        for (_, pending) in imports.sorted(by: { $0.key < $1.key }) where pending.deadline.map({ $0 <= now }) ?? false {
            late.append((pending.peer, pending.envelope.id))
        }
        late += waiting.takeLate(at: now).map { ($0.peer, $0.envelope.id) }
        for (peer, id) in late {
            var frames: [UInt8] = []
            if let wait = giveUp(id, of: peer),
                (try? writer.append(Refusal(id: id, error: wait.late), to: &frames)) != nil
            {
                perform(.say(frames), for: peer)
            }
        }
        return late.map(\.peer)
    }

    private func giveUp(_ id: UInt64, of peer: Peer) -> PendingRequests.Wait? {
        let wait = peer.pending.remove(id)
        if let wait {
            end(wait)
        }
        return wait
    }

    /// Does no more of what a request waits for.
    func end(_ wait: PendingRequests.Wait) {
        switch wait {
        case .importing(let number):
            imports[number] = nil
            reader.cancel(number)
        case .loading(let number):
            waiting.remove(number)
        case .streaming(let stream):
            close(stream)
        }
    }
}

extension PendingRequests.Wait {
    /// What a request is answered that was taken back.
    fileprivate var cancelled: CartError {
        switch self {
        case .importing: Self.notDone(.cancelled, "the import was taken back; nothing was imported")
        case .loading: Self.notDone(.cancelled, "the call was taken back before it was begun; nothing was done")
        case .streaming: CartError(.cancelled, "the stream was ended")
        }
    }

    /// What a request is answered whose time has passed.
    fileprivate var late: CartError {
        switch self {
        case .importing:
            Self.notDone(
                .deadlineExceeded,
                "the time for the import was over before its file was read; nothing was imported"
            )
        case .loading, .streaming:
            Self.notDone(
                .deadlineExceeded,
                "the time for the call was over before its catalog was read; nothing was done"
            )
        }
    }

    private static func notDone(_ code: CartError.Code, _ message: String) -> CartError {
        CartError(code, message, details: ["applied": false])
    }
}
