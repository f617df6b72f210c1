public import CartModel

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
