import CartModel
import CartProtocol
import CartStore

/// What a grid shows: so many products, by index.
struct GridSubject {
    var count: Int
    var version: Int64
    /// Whether the add button is enabled; only for a cart.
    var canAdd: Bool?
    /// Whether the remove button is enabled; only for a cart.
    var canRemove: Bool?
    var product: (Int) -> Product?
}

extension LayOutGrid {
    /// Finds what is laid out.
    func subject(in store: ModelStore) throws(CartError) -> GridSubject {
        guard let name = catalog else {
            return try cartSubject(in: store)
        }
        guard cart == nil else {
            throw CartError(
                .malformed,
                "either a cart or a catalog is laid out, not both",
                details: ["field": "params.catalog"]
            )
        }
        let catalog = try store.catalog(named: name)
        guard let group else {
            return GridSubject(count: catalog.count, version: catalog.version) { catalog.product(at: $0) }
        }
        guard let found = catalog.groups.first(where: { $0.title == group }) else {
            throw CartError(
                .unknownGroup,
                "the catalog \(catalog.name) has no group \(group.excerpt())",
                details: ["catalog": .string(catalog.name)]
            )
        }
        return GridSubject(count: found.products.count, version: catalog.version) { index in
            found.products.indices.contains(index) ? found.products[index] : nil
        }
    }

    private func cartSubject(in store: ModelStore) throws(CartError) -> GridSubject {
        guard group == nil else {
            throw CartError(.malformed, "a group belongs to a catalog", details: ["field": "params.group"])
        }
        let cart = try store.cart(named: cart ?? Cart.defaultName)
        let catalog = try store.catalog(of: cart)
        return GridSubject(
            count: cart.lines.count,
            version: cart.version,
            canAdd: cart.canAdd(from: catalog),
            canRemove: cart.canRemove
        ) { index in
            cart.lines.indices.contains(index) ? cart.lines[index].product : nil
        }
    }
}
