/// Puts something into a cart; the first add of a name makes the cart.
public struct AddLineItem: Method {
    /// The cart after the call.
    public typealias Answer = CartAnswer
    /// `cart.add`.
    public static let name = "cart.add"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The cart's name; nil is `default`.
    public var cart: String?
    /// The product's id; nil is the next product of the catalog.
    public var product: String?
    /// 1 to 2,147,483,647; nil is 1.
    public var quantity: Int64?
    /// The catalog of a new cart (nil is `shop`); a cart that exists must have this one.
    public var catalog: String?
    /// The lines of a new cart, 1 to 1,000 (nil is 6); a cart that exists must have this many.
    public var capacity: Int64?
    /// Refuses with `versionConflict` where the cart has another version.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(
        cart: String? = nil,
        product: String? = nil,
        quantity: Int64? = nil,
        catalog: String? = nil,
        capacity: Int64? = nil,
        expectedVersion: Int64? = nil
    ) {
        self.cart = cart
        self.product = product
        self.quantity = quantity
        self.catalog = catalog
        self.capacity = capacity
        self.expectedVersion = expectedVersion
    }
}
