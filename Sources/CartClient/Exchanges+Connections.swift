import CartModel
import CartProtocol
import UnixSockets

extension Exchanges {
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
    ///
    /// - Parameter isOtherStore: Whether the state is another than that of the connection before it, so that streams begin
    ///   anew: numbers of changes mean nothing in another store.
    mutating func open(_ answer: Hello.Answer, isOtherStore: Bool) -> [Notice] {
        // A frame's length has 32 bits, whatever the daemon claims to take.
        writer = FrameWriter(limit: min(answer.frameLimit, Int(UInt32.max)))
        var notices: [Notice] = []
        for id in calls.keys.sorted() {
            guard var entry = remove(id) else { continue }
            if entry.call.greeted(answer) {
                notices.append(.call(entry.call, nil))
            } else if let notice = write(&entry, as: id) {
                notices.append(notice)
            } else {
                insert(entry, as: id)
            }
        }
        for (id, stream) in streams.sorted(by: { $0.key < $1.key }) {
            if isOtherStore { stream.forgetPosition() }
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
        if failure.isTransient {
            notices += streams.values.map { .interruption($0) }
        } else {
            notices += streams.values.map { .stream($0, failure.error) }
            streams.removeAll()
        }
        return notices
    }
}
