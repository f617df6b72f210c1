import CartModel
import CartProtocol
import CartStore
import Systemd

/// A call that waits for a catalog to be read into memory.
struct WaitingCall {
    let peer: Peer
    let envelope: RequestEnvelope
    /// When it is given up.
    let deadline: MonotonicInstant?
}

extension Dispatcher {
    /// Lets a call wait until the large catalog that it needs has been read, while the others are served.
    ///
    /// - Returns: Whether it waits.
    func waitsForCatalog(_ request: Request, _ envelope: RequestEnvelope, _ peer: Peer) -> Bool {
        guard store.hasUnloadedCatalogs, let name = catalogName(for: request), let load = store.load(ofCatalog: name)
        else {
            return false
        }
        peer.pending.insert(.loading(load.name), for: envelope.id)
        let isBegun = waitingForCatalog[load.name] != nil
        waitingForCatalog[load.name, default: []].append(
            WaitingCall(peer: peer, envelope: envelope, deadline: deadline(of: envelope, from: peer))
        )
        if !isBegun {
            reader.load(load)
        }
        return true
    }

    private func catalogName(for request: Request) -> String? {
        switch request {
        case .watchCart(let method): store.catalogName(ofCart: method.cart)
        default: (request.method as? any ServedMethod)?.catalogName(in: store)
        }
    }

    /// Goes on with what waited for a catalog.
    ///
    /// - Returns: The peers that waited.
    func finishLoad(_ load: ContentLoad, _ result: Result<Catalog, CartError>) -> [Peer] {
        store.adopt(result, of: load)
        let waiting = waitingForCatalog.removeValue(forKey: load.name) ?? []
        for call in waiting {
            call.peer.pending.remove(call.envelope.id)
            perform(.action(.deliver(call.envelope)), for: call.peer)
        }
        store.retryUnreadable()
        return waiting.map(\.peer)
    }

    /// Lets a call wait no longer; the catalog is read nevertheless, for the next one.
    func endWaiting(for name: String, _ id: UInt64, of peer: Peer) {
        waitingForCatalog[name]?.removeAll { $0.peer === peer && $0.envelope.id == id }
    }
}
