import CartModel
import CartProtocol
import CartStore
import Systemd

extension Dispatcher {
    /// Lets a call wait until the large catalog that it needs has been read, while the others are served.
    ///
    /// - Parameter isResumed: Whether it has waited already, and it is its turn.
    /// - Returns: Whether it waits.
    func waitsForCatalog(
        _ request: Request,
        _ envelope: RequestEnvelope,
        _ deadline: MonotonicInstant?,
        isResumed: Bool,
        _ peer: Peer
    ) -> Bool {
        // What a connection has asked of a catalog is done in that order, also where the first has yet to have its turn.
        let isBehindItsOwn = !isResumed && waiting.hasReady && peer.pending.loads > 0
        guard isBehindItsOwn || store.hasUnloadedCatalogs, let name = catalogName(for: request) else {
            return false
        }
        let call = WaitingCall(peer: peer, envelope: envelope, deadline: deadline)
        if let load = store.load(ofCatalog: name) {
            let (number, isFirst) = waiting.insert(call, for: load.name)
            peer.pending.insert(.loading(number), for: envelope.id)
            if isFirst {
                reader.load(load)
            }
            return true
        }
        if isBehindItsOwn {
            peer.pending.insert(.loading(waiting.insertReady(call)), for: envelope.id)
        }
        return isBehindItsOwn
    }

    private func catalogName(for request: Request) -> String? {
        switch request {
        case .watchCart(let method): store.catalogName(ofCart: method.cart ?? Cart.defaultName)
        default: (request.method as? any ServedMethod)?.catalogName(in: store)
        }
    }

    /// Goes on with what waited for a catalog.
    ///
    /// - Returns: The peers that have something to be sent.
    func finishLoad(_ load: ContentLoad, _ result: Result<Catalog, CartError>) -> [Peer] {
        store.adopt(result, of: load)
        waiting.makeReady(load.name)
        let peers = resumeCalls()
        guard case .success = result else {
            return peers
        }
        return peers + wakeStreams(lackingCatalog: load.name)
    }

    /// Whether there are calls whose catalogs have been read and that ``resumeCalls()`` has yet to begin.
    package var hasCallsToResume: Bool { waiting.hasReady }

    /// Begins calls whose catalogs have been read, as many as go into a turn; the rest is for the turns that follow, so
    /// that others are served in between, and those who watch can be told every change.
    ///
    /// - Returns: The peers that asked.
    package func resumeCalls() -> [Peer] {
        var peers: [Peer] = []
        for _ in 0..<turn {
            guard heldCount < turn, !isTurnFull, let call = waiting.takeReady() else {
                break
            }
            call.peer.pending.remove(call.envelope.id)
            if peers.last !== call.peer {
                peers.append(call.peer)
            }
            perform(.resume(call), for: call.peer)
        }
        if !waiting.hasReady {
            // All who waited for one have been told.
            store.retryUnreadable()
        }
        return peers
    }
}
