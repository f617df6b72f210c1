import CartModel
import CartProtocol
import UnixSockets

extension MultiplexerState {
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
    mutating func putBack(_ entry: Exchanges.Entry, as id: UInt64) -> [Notice] {
        if let notice = exchanges.putBack(entry, as: id) { return [notice] }
        guard !entry.isAsync else { return callBackground() }
        guard let bell = entry.bell, reader != .caller(id) else { return [] }
        followers.append(id)
        // While the call was out of reach, its thread could not know until when to wait.
        return [.bell(bell)]
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
        let isOtherStore = daemon.map { $0.store != answer.store } ?? false
        daemon = answer
        stage = .open
        let notices = exchanges.open(answer, isOtherStore: isOtherStore)
        followers.removeAll { exchanges[$0] == nil }
        return notices
    }

    /// Takes leave of a connection, or of the attempt to make one, and says when to try again.
    mutating func lose(_ wire: Wire?, _ failure: ConnectionFailure) -> [Notice] {
        guard self.wire === wire else { return [] }
        wire?.end()
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
    mutating func freshenBackoff() {
        guard wire == nil, exchanges.isEmpty else { return }
        backoff = Backoff()
        nextAttempt = .after(.zero)
    }
}
