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
    /// A cart's stream is told a change of its catalog too.
    ///
    /// - Parameter catalog: ``catalogName(in:)``, which is asked only where it matters.
    func includes(_ change: Change, filledFrom catalog: () -> String?) -> Bool {
        switch (self, change.subject) {
        case (.cart(let name), .cart(let cart)):
            return cart.name == name
        case (.carts, .cart):
            return true
        case (.cart, .catalog(let name, _, _, _)), (.cart, .catalogRemoved(let name)):
            return catalog() == name
        case (.catalogs(let only), .catalog(let name, _, _, _)), (.catalogs(let only), .catalogRemoved(let name)):
            return only == nil || only == name
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

    /// The name of the catalog that the watched cart is filled from; nil for what is no cart.
    func catalogName(in store: ModelStore) -> String? {
        if case .cart(let name) = self { store.catalogName(ofCart: name) } else { nil }
    }
}

extension Change {
    /// Whether it is one of the cart of that name.
    func isOfCart(named name: String) -> Bool {
        if case .cart(let cart) = subject { cart.name == name } else { false }
    }

    /// Whether it is one of a catalog.
    var isOfCatalog: Bool {
        switch subject {
        case .catalog, .catalogRemoved: true
        case .cart, .control: false
        }
    }
}
