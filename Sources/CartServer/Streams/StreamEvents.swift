import CBOR
import CartModel
import CartProtocol
import CartStore

/// Makes the events of streams; one that many streams are told is encoded once.
struct StreamEvents {
    private struct Key: Hashable {
        var sequence: Int64
        /// The events of a kind of stream are alike, but for those of a cart when its catalog has changed.
        var topic: Watched.Topic
    }

    /// An event on its way.
    struct Made {
        var body: CBOREncoded
        /// Whether it tells of a cart without its catalog, because that could not be read.
        var lacksCatalog = false
    }

    let store: ModelStore
    private let encoder = CBOREncoder()
    private var made: [Key: Made] = [:]
    private var size = 0

    /// Bytes of encoded events that are kept for other streams; beyond it all are dropped.
    private static let sizeLimit = 64 << 10

    init(store: ModelStore) {
        self.store = store
    }

    /// Forgets what was encoded, because it is of an earlier turn.
    mutating func forget() {
        if size > 0 {
            made.removeAll(keepingCapacity: size <= Self.sizeLimit)
            size = 0
        }
    }

    /// An event without content.
    func notice(_ kind: StreamEventKind, _ sequence: Int64, to watched: Watched) throws(CartError) -> CBOREncoded {
        switch watched {
        case .cart: try encode(WatchCart.Event(sequence: sequence, kind: kind))
        case .carts: try encode(WatchCarts.Event(sequence: sequence, kind: kind))
        case .catalogs: try encode(WatchCatalogs.Event(sequence: sequence, kind: kind))
        case .controls: try encode(WatchControls.Event(sequence: sequence, kind: kind))
        }
    }

    /// A change as it is told to a stream.
    mutating func event(of change: Change, to watched: Watched) throws(CartError) -> Made {
        let key = Key(sequence: change.sequence, topic: watched.sharedTopic(of: change))
        if let event = made[key] {
            return event
        }
        let event = try encodeEvent(of: change, to: watched)
        if size > Self.sizeLimit {
            forget()
        }
        made[key] = event
        size += event.body.bytes.count
        return event
    }

    private func encodeEvent(of change: Change, to watched: Watched) throws(CartError) -> Made {
        let sequence = change.sequence
        switch (change.subject, watched) {
        case (.cart(let cart), .cart):
            return try event(.changed, sequence, of: cart)
        case (.cart(let cart), _):
            let summary = ListCarts.CartSummary(cart)
            return Made(body: try encode(WatchCarts.Event(sequence: sequence, kind: .changed, carts: [summary])))
        case (.catalog, .cart(let name)), (.catalogRemoved, .cart(let name)):
            return try event(.changed, sequence, of: try store.cart(named: name))
        case (.catalog(let name, let version, let groups, let products), _):
            let view = CatalogSummaryView(name: name, version: version, groups: groups, products: products)
            return Made(body: try encode(WatchCatalogs.Event(sequence: sequence, kind: .changed, catalogs: [view])))
        case (.catalogRemoved(let name), _):
            return Made(body: try encode(WatchCatalogs.Event(sequence: sequence, kind: .removed, name: name)))
        case (.control(let event), _):
            return Made(body: try encode(WatchControls.Event(event, sequence: sequence)))
        }
    }

    /// A cart beside its catalog, which may be gone, or such that it could not be read.
    func event(_ kind: StreamEventKind, _ sequence: Int64, of cart: Cart) throws(CartError) -> Made {
        var catalog: Catalog?
        var lacksCatalog = false
        do {
            catalog = try store.catalog(named: cart.catalog)
        } catch {
            // A large one was read before the stream was opened; where that failed it is not tried for every event.
            lacksCatalog = error.code != .unknownCatalog
        }
        let state = CartAnswer(cart, catalog: catalog)
        let event = WatchCart.Event(sequence: sequence, kind: kind, state: state)
        return Made(body: try encode(event), lacksCatalog: lacksCatalog)
    }

    func encode(_ event: some StreamEvent) throws(CartError) -> CBOREncoded {
        do {
            return CBOREncoded(unchecked: try encoder.encode(event))
        } catch {
            throw CartError(.malformed, "the event cannot be encoded: \(error)")
        }
    }
}

extension Watched {
    /// What two streams that are told the same event have in common.
    fileprivate func sharedTopic(of change: Change) -> Topic {
        switch (self, change.subject) {
        case (.cart, .cart): .cart("")
        case (.cart, _): topic
        case (.carts, _): .carts
        case (.catalogs, _): .catalogs
        case (.controls, _): .controls
        }
    }
}

extension WatchControls.Event {
    /// What has happened to a control.
    fileprivate init(_ event: ControlEvent, sequence: Int64) {
        switch event.kind {
        case .changed, .state:
            self.init(sequence: sequence, kind: .changed, controls: event.control.map { [ControlView($0)] })
        case .sent(let events):
            self.init(sequence: sequence, kind: .sent, name: event.name, events: events, state: event.state)
        case .removed:
            self.init(sequence: sequence, kind: .removed, name: event.name)
        }
    }
}
