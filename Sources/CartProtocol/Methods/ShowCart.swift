/// Shows a cart.
public struct ShowCart: Method {
    /// The cart after the call.
    public typealias Answer = CartAnswer
    /// `cart.show`.
    public static let name = "cart.show"

    /// The cart's name; nil is `default`.
    public var cart: String?

    /// Creates the call.
    public init(cart: String? = nil) {
        self.cart = cart
    }
}
