import CBOR
import CartModel
import CartProtocol
import CartStore

extension Dispatcher {
    /// Opens a stream, or refuses to.
    ///
    /// It begins with the first ``tellStreams(of:)`` after this turn, so that it tells only what is on disk.
    func open(_ watched: Watched, by method: some StreamMethod, id: UInt64, for peer: Peer) -> Kept {
        do {
            try checkRoom(forStreamOf: peer)
            switch watched {
            case .cart(let name): _ = try store.cart(named: name)
            case .catalogs(let name?): try ModelLimits.check(name: name, of: "catalog")
            case .controls(let name?, _): try ModelLimits.check(name: name, of: "control")
            case .carts, .catalogs, .controls: break
            }
            try peer.account.usage.addStream(of: peer.caller.user, allowed: peer.account.limits?.streams)
        } catch {
            refuse(id, error.namingField(of: method), to: peer)
            return .again
        }
        let stream = EventStream(id: id, peer: peer, watched: watched, from: method.from)
        peer.pending.insert(.streaming(stream), for: id)
        streams.insert(stream)
        statistics.streams = streams.count
        fallBehind(stream)
        return .nothing
    }

    /// Ends a stream, without a word.
    func close(_ stream: EventStream) {
        stream.peer.pending.remove(stream.id)
        if streams.remove(stream) {
            stream.peer.account.usage.removeStream()
        }
        statistics.streams = streams.count
        if stream.isBehind, let index = stream.peer.behind.firstIndex(where: { $0 === stream }) {
            stopTelling(at: index, of: stream.peer)
        }
    }

    /// Whether ``tellStreams(of:)`` would tell something now.
    package func mayTellStreams(of peer: Peer) -> Bool {
        !peer.behind.isEmpty && !peer.isClosing && isBetweenTurns && peer.output.count < limits.unreadEvents
    }

    /// Gives a peer the next events of its streams, as far as it has read those before.
    ///
    /// Within a turn nothing is told, because memory holds what is not on disk yet; the peer is then among those that
    /// the turn's outcome names.
    ///
    /// - Returns: Whether there is something new to be sent.
    @discardableResult
    package func tellStreams(of peer: Peer) -> Bool {
        guard !peer.behind.isEmpty, !peer.isClosing else {
            return false
        }
        guard isBetweenTurns else {
            if !peer.waitsForTurn {
                peer.waitsForTurn = true
                waitingForTurn.append(peer)
            }
            return false
        }
        let count = peer.output.count
        while peer.output.count < limits.unreadEvents, !peer.behind.isEmpty {
            // One event a stream in turn: none waits for another, and what many are told is made once.
            let index = peer.nextBehind < peer.behind.count ? peer.nextBehind : 0
            peer.nextBehind = index + 1
            let stream = peer.behind[index]
            do {
                if try !tellNext(stream) {
                    stopTelling(at: index, of: peer)
                }
            } catch {
                close(stream)
                refuse(stream.id, error, to: peer)
            }
        }
        peer.output.seal()
        return peer.output.count > count
    }

    /// Tells a stream one thing.
    ///
    /// - Returns: False where it has been told everything.
    /// - Throws: Why the stream cannot go on.
    private func tellNext(_ stream: EventStream) throws(CartError) -> Bool {
        let watched = stream.watched
        switch stream.next(in: store) {
        case nil:
            guard stream.lacksCatalog, let name = watched.catalogName(in: store),
                (try? store.catalog(named: name)) != nil
            else {
                return false
            }
            // It has been told that nothing can be added, and now something can.
            stream.lacksCatalog = false
            stream.cursor.restart()
        case .resumed(let sequence):
            try tell(stream, StreamEvents.Made(body: try events.notice(.resumed, sequence, to: watched)))
        case .resync(let sequence):
            try tell(stream, StreamEvents.Made(body: try events.notice(.resync, sequence, to: watched)))
        case .page(let sequence, let name):
            let (event, last) = try events.page(of: watched, after: name, sequence)
            try tell(stream, event)
            stream.cursor.finishPage(last: last)
        case .change(let change):
            try tell(stream, try events.event(of: change, to: watched))
        }
        return true
    }

    private func tell(_ stream: EventStream, _ event: StreamEvents.Made) throws(CartError) {
        try stream.peer.output.appendEvent { buffer throws(CartError) in
            try writer.append(StreamFrame(id: stream.id, event: event.body), to: &buffer)
        }
        stream.lacksCatalog = event.lacksCatalog
    }

    // MARK: - Who has something to tell

    /// Finds the streams that are told what was committed since the last time.
    ///
    /// - Returns: Their peers, and those that waited for the end of the turn.
    func wakeStreams() -> [Peer] {
        events.forget()
        var peers = waitingForTurn
        waitingForTurn.removeAll(keepingCapacity: true)
        for peer in peers {
            peer.waitsForTurn = false
        }
        let told = store.history.committed
        defer { toldSequence = told }
        guard !streams.isEmpty, told != toldSequence else {
            return peers
        }
        let (changes, isIncomplete) = store.history.changes(after: toldSequence)
        if isIncomplete {
            // Nobody knows what they were about.
            streams.forEach { wake($0, &peers) }
        }
        for change in changes.prefix(while: { $0.sequence <= told }) {
            for topic in topics(of: change) {
                for stream in streams[topic] where !stream.isBehind {
                    if stream.watched.includes(change, filledFrom: { stream.watched.catalogName(in: store) }) {
                        wake(stream, &peers)
                    }
                }
            }
        }
        return peers
    }

    /// Finds the streams of carts that were told without their catalog what they are to be told with it, now that it has
    /// been read.
    ///
    /// - Returns: Their peers.
    func wakeStreams(lackingCatalog name: String) -> [Peer] {
        var peers: [Peer] = []
        for cart in streams.cartNames where store.catalogName(ofCart: cart) == name {
            for stream in streams[.cart(cart)] where stream.lacksCatalog {
                wake(stream, &peers)
            }
        }
        return peers
    }

    private func wake(_ stream: EventStream, _ peers: inout [Peer]) {
        guard !stream.isBehind else {
            return
        }
        stream.cursor.skip(to: toldSequence)
        if stream.peer.behind.isEmpty {
            peers.append(stream.peer)
        }
        fallBehind(stream)
    }

    private func topics(of change: Change) -> [Watched.Topic] {
        switch change.subject {
        case .cart(let cart):
            return [.cart(cart.name), .carts]
        case .catalog(let name, _, _, _), .catalogRemoved(let name):
            return [.catalog(name), .catalogs]
                + streams.cartNames.filter { store.catalogName(ofCart: $0) == name }
                .map { .cart($0) }
        case .control(let event):
            return [.control(event.name), .controls]
        }
    }

    private func fallBehind(_ stream: EventStream) {
        stream.isBehind = true
        stream.peer.behind.append(stream)
    }

    private func stopTelling(at index: Int, of peer: Peer) {
        peer.behind.remove(at: index).isBehind = false
        if index < peer.nextBehind {
            peer.nextBehind -= 1
        }
    }

    /// Tells a peer nothing more.
    func forgetBehind(_ peer: Peer) {
        for stream in peer.behind {
            stream.isBehind = false
        }
        peer.behind.removeAll()
    }

    private func checkRoom(forStreamOf peer: Peer) throws(CartError) {
        if peer.pending.streams >= limits.streams {
            throw .overloaded(
                "streams",
                used: peer.pending.streams,
                allowed: limits.streams,
                "\(peer.pending.streams) streams are open on this connection, of at most \(limits.streams); end one first"
            )
        }
        if streams.count >= limits.allStreams {
            throw .overloaded(
                "allStreams",
                used: streams.count,
                allowed: limits.allStreams,
                "\(streams.count) streams are open in all, of at most \(limits.allStreams); try again later"
            )
        }
    }
}
