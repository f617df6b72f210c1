/// Lists the carts by name; a long list comes in pages.
public struct ListCarts: Method {
    /// `cart.list`.
    public static let name = "cart.list"

    /// Where the page begins: the `next` of the page before; nil is the beginning.
    public var after: String?

    /// Creates the call.
    public init(after: String? = nil) {
        self.after = after
    }

    /// One page.
    public struct Answer: Codable, Hashable, Sendable {
        /// By name.
        public var carts: [CartSummary]
        /// What to ask for as `after` for the next page; absent on the last.
        public var next: String?

        /// Creates a page.
        public init(carts: [CartSummary], next: String? = nil) {
            self.carts = carts
            self.next = next
        }
    }

    /// A cart without its lines.
    public struct CartSummary: Codable, Hashable, Sendable {
        /// What the cart is called.
        public var name: String
        /// The catalog that it is filled from.
        public var catalog: String
        /// Raised by one with every change.
        public var version: Int64
        /// The lines that it can hold.
        public var capacity: Int
        /// The lines that it has.
        public var lines: Int

        /// Creates a summary.
        public init(name: String, catalog: String, version: Int64, capacity: Int, lines: Int) {
            self.name = name
            self.catalog = catalog
            self.version = version
            self.capacity = capacity
            self.lines = lines
        }
    }
}
