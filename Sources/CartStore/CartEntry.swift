import CartModel

/// A stored cart in memory.
struct CartEntry {
    /// The key of its row.
    let number: Int64
    var cart: Cart
    var saved: Saved

    /// What the database holds of it.
    enum Saved {
        /// The same.
        case same
        /// Nothing yet.
        case nothing
        /// An older one.
        case older(Cart)
    }
}

extension Cart {
    /// The same cart under another spelling of its name.
    func named(_ name: String) throws(CartError) -> Cart {
        try Cart(name: name, catalog: catalog, capacity: Int64(capacity), version: version, lines: lines)
    }
}

extension Product {
    /// Whether two products are the same byte for byte; `==` takes canonically equivalent texts for one.
    func isIdentical(to other: Product) -> Bool {
        id.isIdentical(to: other.id) && name.isIdentical(to: other.name)
            && (icon == nil) == (other.icon == nil) && (icon ?? "").isIdentical(to: other.icon ?? "")
    }
}
