/// Makes the quantity of a product what is given; 0 removes its line, more makes one where there is none.
public struct SetLineItem: Method {
    /// The cart after the call.
    public typealias Answer = CartAnswer
    /// `cart.set`.
    public static let name = "cart.set"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The cart's name; nil is `default`.
    public var cart: String?
    /// The product's id.
    public var product: String
    /// 0 to 2,147,483,647.
    public var quantity: Int64
    /// Refuses with `versionConflict` where the cart has another version.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(cart: String? = nil, product: String, quantity: Int64, expectedVersion: Int64? = nil) {
        self.cart = cart
        self.product = product
        self.quantity = quantity
        self.expectedVersion = expectedVersion
    }
}
