/// A named, versioned, ordered list of lines, filled from one catalog.
package struct Cart: Hashable, Sendable {
    /// What the cart is called.
    package let name: String
    /// The name of the catalog that the cart is filled from.
    package let catalog: String
    /// The number of lines that the cart can hold.
    package let capacity: Int
    /// Raised by one with every change; 0 for a cart that nobody has changed.
    package internal(set) var version: Int64
    /// In the order they were added.
    package internal(set) var lines: [LineItem]

    /// The name of the cart that is meant when none is named.
    package static let defaultName = "default"
    /// The name of the catalog that a cart is filled from when none is named.
    package static let defaultCatalog = "shop"
    /// 3 columns of 2 rows.
    package static let defaultCapacity: Int64 = 6

    /// Creates an empty cart.
    ///
    /// - Throws: `invalidName`, `invalidCapacity`.
    package init(
        name: String = Cart.defaultName,
        catalog: String = Cart.defaultCatalog,
        capacity: Int64 = Cart.defaultCapacity
    ) throws(CartError) {
        try self.init(name: name, catalog: catalog, capacity: capacity, version: 0, lines: [])
    }

    /// Brings back a cart from a store.
    ///
    /// - Throws: `invalidName`, `invalidCapacity`, `storageFailure` where the parts cannot belong together.
    package init(
        name: String,
        catalog: String,
        capacity: Int64,
        version: Int64,
        lines: [LineItem]
    ) throws(CartError) {
        try ModelLimits.check(name: name, of: "cart")
        try ModelLimits.check(name: catalog, of: "catalog")
        guard ModelLimits.capacities.contains(capacity) else {
            throw CartError(
                .invalidCapacity,
                "the capacity \(capacity) is not between \(ModelLimits.capacities.lowerBound) and "
                    + "\(ModelLimits.capacities.upperBound)",
                details: ["capacity": .integer(capacity)]
            )
        }
        // Half the range leaves room for more changes than a machine makes in its life, so counting up is safe.
        guard version >= 0, version < Int64.max / 2, lines.count <= capacity else {
            throw CartError(
                .storageFailure,
                "the stored cart \(name) is damaged: version \(version), \(lines.count) lines of \(capacity)"
            )
        }
        self.name = name
        self.catalog = catalog
        self.capacity = Int(capacity)
        self.version = version
        self.lines = lines
    }
}
