package import CartModel

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
