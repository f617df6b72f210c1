// The calls about carts. Everywhere no `cart` means the cart `default`.

/// Puts something into a cart; the first add of a name makes the cart.
public struct AddLineItem: Method {
    public typealias Answer = CartAnswer
    public static let name = "cart.add"
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

/// Takes a line out of a cart, whatever its quantity: of a product, at an index, else the last.
public struct RemoveLineItem: Method {
    public typealias Answer = CartAnswer
    public static let name = "cart.remove"
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

/// Makes the quantity of a product what is given; 0 removes its line, more makes one where there is none.
public struct SetLineItem: Method {
    public typealias Answer = CartAnswer
    public static let name = "cart.set"
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

/// Takes every line out of a cart.
public struct ClearCart: Method {
    public typealias Answer = CartAnswer
    public static let name = "cart.clear"
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

/// Shows a cart.
public struct ShowCart: Method {
    public typealias Answer = CartAnswer
    public static let name = "cart.show"

    /// The cart's name; nil is `default`.
    public var cart: String?

    /// Creates the call.
    public init(cart: String? = nil) {
        self.cart = cart
    }
}

/// Lists the carts by name; a long list comes in pages.
public struct ListCarts: Method {
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
