public import CartModel

/// A cart as a screen needs it: the lines, and which of its two buttons are enabled.
public struct CartAnswer: Codable, Hashable, Sendable {
    /// The cart.
    public var cart: CartView
    /// Whether one more line fits and there is a product for it.
    public var canAdd: Bool
    /// Whether there is a line to remove.
    public var canRemove: Bool

    /// Creates an answer.
    public init(cart: CartView, canAdd: Bool, canRemove: Bool) {
        self.cart = cart
        self.canAdd = canAdd
        self.canRemove = canRemove
    }

    /// Shows a cart beside the catalog that it is filled from, where there still is one.
    package init(_ cart: Cart, catalog: Catalog?) {
        self.init(
            cart: CartView(cart, catalog: catalog),
            canAdd: cart.canAdd(from: catalog),
            canRemove: cart.canRemove
        )
    }
}

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

/// A line as it travels.
public struct LineView: Codable, Hashable, Sendable, Identifiable {
    /// Names the line in its cart: the product's id.
    public var id: String
    /// The product as it was when the line was made.
    public var product: Product
    /// 1 to 2,147,483,647.
    public var quantity: Int64
    /// False where the catalog no longer has the product; absent where it does.
    public var available: Bool?
}
