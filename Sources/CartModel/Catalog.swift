/// A named, ordered list of product groups; the order of a catalog is that of its groups and of the products in them.
package struct Catalog: Hashable, Sendable {
    /// What the catalog is called.
    package let name: String
    /// Raised by one at every import of this name; 0 for a catalog that came with the daemon.
    package let version: Int64
    /// The groups in order; a flat catalog has one with an empty title.
    package let groups: [ProductGroup]

    /// `starts[g]` is the position of group g's first product in the whole catalog; one more entry holds the count.
    private let starts: [Int]
    private let index: ProductIndex

    /// Creates a catalog.
    ///
    /// - Throws: `invalidName`; `invalidCatalog` naming every bad product and every id that appears twice.
    package init(name: String, version: Int64 = 0, groups: [ProductGroup]) throws(CartError) {
        let count = groups.reduce(0) { $0 + $1.products.count }
        guard count <= ModelLimits.products else {
            throw CartError(
                .invalidCatalog,
                "the catalog \(name) has \(count) products; at most \(ModelLimits.products) are allowed"
            )
        }
        try self.init(name: name, version: version, CheckedGroups(withProductsOf: groups))
    }

    /// Creates a catalog of groups that were checked before, of at most ``ModelLimits/products`` products.
    ///
    /// - Throws: `invalidName`; `invalidCatalog` where the check has found anything.
    package init(name: String, version: Int64 = 0, _ checked: CheckedGroups) throws(CartError) {
        try ModelLimits.check(name: name, of: "catalog")
        guard checked.faults.isEmpty else {
            throw CatalogFault.refusal(
                of: "the catalog \(name)",
                faults: checked.faults,
                count: checked.faultCount,
                grouped: checked.groups.count > 1
            )
        }
        self.name = name
        self.version = version
        groups = checked.groups
        starts = checked.starts
        index = checked.index
    }

    private init(_ other: Catalog, name: String, version: Int64) {
        self.name = name
        self.version = version
        groups = other.groups
        starts = other.starts
        index = other.index
    }

    /// The same groups as another version, under a name that was checked before.
    package func revised(name: String, version: Int64) -> Catalog {
        Catalog(self, name: name, version: version)
    }

    /// The number of products in all groups.
    package var count: Int { index.count }

    /// The product at a position of the whole catalog, or nil outside of it.
    package func product(at position: Int) -> Product? {
        guard position >= 0, position < count, let group = groupIndex(at: position) else {
            return nil
        }
        return groups[group].products[position - starts[group]]
    }

    /// The position of a product in the whole catalog, or nil.
    package func position(of id: Product.ID) -> Int? {
        index.position(of: id) { product(at: $0)?.id }
    }

    /// The product with that id, or nil.
    package subscript(id: Product.ID) -> Product? {
        position(of: id).flatMap { product(at: $0) }
    }

    /// The positions in the whole catalog of the products of a group, or nil where there is no such group.
    package func positions(ofGroup index: Int) -> Range<Int>? {
        guard groups.indices.contains(index) else {
            return nil
        }
        return starts[index]..<starts[index + 1]
    }

    /// The last group that starts at or before the position and is not empty there: a binary search.
    private func groupIndex(at position: Int) -> Int? {
        var low = 0
        var high = groups.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle + 1] <= position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < groups.count ? low : nil
    }
}
