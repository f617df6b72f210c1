package import CartModel

/// A cart as it travels.
public struct CartView: Codable, Hashable, Sendable {
    /// What the cart is called.
    public var name: String
    /// The catalog that it is filled from.
    public var catalog: String
    /// Raised by one with every change.
    public var version: Int64
    /// The lines that it can hold.
    public var capacity: Int
    /// In the order they were added.
    public var lines: [LineView]

    /// Shows a cart.
    package init(_ cart: Cart, catalog: Catalog?) {
        name = cart.name
        self.catalog = cart.catalog
        version = cart.version
        capacity = cart.capacity
        lines = cart.lines.map { line in
            LineView(
                id: line.id,
                product: line.product,
                quantity: line.quantity,
                available: catalog?.position(of: line.id) == nil ? false : nil
            )
        }
    }
}
