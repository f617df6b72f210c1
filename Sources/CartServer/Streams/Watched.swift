import CartModel
import CartStore

/// What a stream watches.
enum Watched: Hashable, Sendable {
    /// One cart.
    case cart(String)
    /// All carts, without their lines.
    case carts
    /// One catalog, or all.
    case catalogs(String?)
    /// One control, or all; of what is sent to it only some events, or all.
    case controls(String?, events: ControlEvents?)

    /// What streams are found by when something has changed.
    enum Topic: Hashable {
        case cart(String)
        case carts
        case catalog(String)
        case catalogs
        case control(String)
        case controls
    }

    /// The topic of the stream.
    var topic: Topic {
        switch self {
        case .cart(let name): .cart(name)
        case .carts: .carts
        case .catalogs(let name): name.map { .catalog($0) } ?? .catalogs
        case .controls(let name, _): name.map { .control($0) } ?? .controls
        }
    }

    /// Whether a change is told to the stream.
    ///
    /// A cart's stream is told a change of its catalog, unless a later change of the cart tells what comes of it.
    func includes(_ change: Change, in store: ModelStore) -> Bool {
        switch (self, change.subject) {
        case (.cart(let name), .cart(let cart)):
            return cart.name == name
        case (.carts, .cart):
            return true
        case (.cart(let name), .catalog(let catalog, _, _, _)), (.cart(let name), .catalogRemoved(let catalog)):
            return store.catalogName(ofCart: name) ?? Cart.defaultCatalog == catalog
                && !store.history.changes(after: change.sequence).changes.contains { $0.isOfCart(named: name) }
        case (.catalogs(let name), .catalog(let catalog, _, _, _)),
            (.catalogs(let name), .catalogRemoved(let catalog)):
            return name == nil || name == catalog
        case (.controls(let name, let events), .control(let event)):
            guard name == nil || name == event.name else {
                return false
            }
            if let events, case .sent(let sent) = event.kind {
                return !events.isDisjoint(with: sent)
            }
            return true
        default:
            return false
        }
    }
}

extension Change {
    fileprivate func isOfCart(named name: String) -> Bool {
        if case .cart(let cart) = subject { cart.name == name } else { false }
    }
}
