import CartModel
import CartProtocol
package import Systemd
import UnixSockets

extension Dispatcher {
    /// Why a request is not even begun: its id is taken, or its time has passed while it waited to be served.
    func untimely(_ envelope: RequestEnvelope, from peer: Peer) -> CartError? {
        if !peer.pending.isEmpty, peer.pending[envelope.id] != nil {
            return CartError(
                .malformed,
                "the id \(envelope.id) is that of another request of this connection, which is not answered yet",
                details: ["field": "id"]
            )
        }
        if let deadline = deadline(of: envelope, from: peer), clock() >= deadline {
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
            switch wait {
            case nil:
                break
            case .importing:
                let error = CartError(
                    .cancelled,
                    "the import was taken back; nothing was imported",
                    details: ["applied": false]
                )
                try writer.append(Refusal(id: method.request, error: error), to: &frames)
            case .streaming:
                let error = CartError(.cancelled, "the stream was ended")
                try writer.append(Refusal(id: method.request, error: error), to: &frames)
            }
            try writer.append(Reply(id: id, result: CancelRequest.Answer(cancelled: wait != nil)), to: &frames)
        }
    }

    /// The next moment at which ``expire(at:)`` has something to do.
    package var nextDeadline: MonotonicInstant? {
        imports.isEmpty ? nil : imports.values.compactMap(\.deadline).min()
    }

    /// Gives up the imports whose time has passed.
    ///
    /// - Returns: Their peers.
    package func expire(at now: MonotonicInstant) -> [Peer] {
        let late = imports.filter { $0.value.deadline.map { $0 <= now } ?? false }.sorted { $0.key < $1.key }.map(
            \.value
        )
        for pending in late {
            _ = giveUp(pending.envelope.id, of: pending.peer)
            var frames: [UInt8] = []
            let error = CartError(
                .deadlineExceeded,
                "the time for the import was over before its file was read; nothing was imported",
                details: ["applied": false]
            )
            guard (try? writer.append(Refusal(id: pending.envelope.id, error: error), to: &frames)) != nil else {
                continue
            }
            var none = DescriptorInbox(capacity: 0)
            perform(.say(frames), for: pending.peer, descriptors: &none)
        }
        return late.map(\.peer)
    }

    private func giveUp(_ id: UInt64, of peer: Peer) -> PendingRequests.Wait? {
        let wait = peer.pending.remove(id)
        wait.map(end)
        return wait
    }

    /// Does no more of what a request waits for.
    func end(_ wait: PendingRequests.Wait) {
        switch wait {
        case .importing(let number):
            imports[number] = nil
            reader.cancel(number)
        case .streaming(let stream):
            close(stream)
        }
    }
}
