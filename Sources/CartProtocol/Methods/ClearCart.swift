/// Takes every line out of a cart.
public struct ClearCart: Method {
    /// The cart after the call.
    public typealias Answer = CartAnswer
    /// `cart.clear`.
    public static let name = "cart.clear"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The cart's name; nil is `default`.
    public var cart: String?
    /// Refuses with `versionConflict` where the cart has another version.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(cart: String? = nil, expectedVersion: Int64? = nil) {
        self.cart = cart
        self.expectedVersion = expectedVersion
    }
}
