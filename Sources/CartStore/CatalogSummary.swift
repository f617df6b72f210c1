/// What a list of catalogs shows of one.
package struct CatalogSummary: Hashable, Sendable {
    /// The catalog's name.
    package let name: String
    /// 0 for a catalog that came with the daemon, raised by one at every import.
    package let version: Int64
    /// The number of groups.
    package let groups: Int
    /// The number of products in all groups.
    package let products: Int

    /// Creates a summary.
    package init(name: String, version: Int64, groups: Int, products: Int) {
        self.name = name
        self.version = version
        self.groups = groups
        self.products = products
    }
}
