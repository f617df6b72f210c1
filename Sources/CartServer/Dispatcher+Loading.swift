import CartModel
import CartProtocol
import CartStore
import UnixSockets

extension Dispatcher {
    /// Lets a request wait until the large catalog that it needs has been read, while the others are served.
    ///
    /// - Returns: Whether it waits.
    func waitsForCatalog(_ deed: Deed, _ peer: Peer) -> Bool {
        guard store.hasUnloadedCatalogs, case .action(.deliver(let envelope)) = deed,
            case .success(let request) = envelope.request,
            let name = (request.method as? any ServedMethod)?.catalogName(in: store),
            let load = store.load(ofCatalog: name)
        else {
            return false
        }
        peer.isImporting = true
        waitingForCatalog[load.name, default: []].append((peer, deed))
        if waitingForCatalog[load.name]?.count == 1 {
            reader.load(load)
        }
        return true
    }

    /// Goes on with what waited for a catalog.
    ///
    /// - Returns: The peers that waited.
    func finishLoad(_ load: ContentLoad, _ result: Result<Catalog, CartError>) -> [Peer] {
        store.adopt(result, of: load)
        let waiting = waitingForCatalog.removeValue(forKey: load.name) ?? []
        var none = DescriptorInbox(capacity: 0)
        for (peer, deed) in waiting where !peer.isClosing {
            peer.isImporting = false
            perform(deed, for: peer, descriptors: &none)
        }
        store.retryUnreadable()
        return waiting.map(\.peer)
    }
}
