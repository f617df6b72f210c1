/// Takes a line out of a cart, whatever its quantity: of a product, at an index, else the last.
public struct RemoveLineItem: Method {
    /// The cart after the call.
    public typealias Answer = CartAnswer
    /// `cart.remove`.
    public static let name = "cart.remove"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The cart's name; nil is `default`.
    public var cart: String?
    /// The product whose line goes.
    public var product: String?
    /// The index of the line that goes, counted from 0; only without `product`.
    public var index: Int64?
    /// Refuses with `versionConflict` where the cart has another version.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(
        cart: String? = nil,
        product: String? = nil,
        index: Int64? = nil,
        expectedVersion: Int64? = nil
    ) {
        self.cart = cart
        self.product = product
        self.index = index
        self.expectedVersion = expectedVersion
    }
}
