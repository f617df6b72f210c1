/// A catalog without its products.
public struct CatalogSummaryView: Codable, Hashable, Sendable {
    /// What the catalog is called.
    public var name: String
    /// Raised by one at every import; 0 for one that came with the daemon.
    public var version: Int64
    /// The number of groups.
    public var groups: Int
    /// The number of products in all groups.
    public var products: Int

    /// Creates a summary.
    public init(name: String, version: Int64, groups: Int, products: Int) {
        self.name = name
        self.version = version
        self.groups = groups
        self.products = products
    }
}
