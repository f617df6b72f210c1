public import CartModel

/// Shows a catalog, page by page.
public struct ShowCatalog: Method {
    /// `catalog.show`.
    public static let name = "catalog.show"

    /// The catalog's name.
    public var catalog: String
    /// Where the page begins: the `next` of the page before; nil is the beginning.
    public var from: Position?

    /// Creates the call.
    public init(catalog: String, from: Position? = nil) {
        self.catalog = catalog
        self.from = from
    }

    /// A place in a catalog.
    public struct Position: Codable, Hashable, Sendable {
        /// The index of a group, from 0.
        public var group: Int
        /// The index of a product in the group, from 0.
        public var product: Int

        /// Creates a place.
        public init(group: Int, product: Int) {
            self.group = group
            self.product = product
        }
    }

    /// One page: whole groups, but the first and the last may be parts.
    public struct Answer: Codable, Hashable, Sendable {
        /// What the whole catalog holds; another `version` than on the page before means to begin again.
        public var catalog: CatalogSummaryView
        /// The part of the groups on this page; where `from` points into a group, the first entry goes on with it.
        public var groups: [ProductGroup]
        /// Where the next page begins; absent on the last.
        public var next: Position?

        /// Creates a page.
        public init(catalog: CatalogSummaryView, groups: [ProductGroup], next: Position? = nil) {
            self.catalog = catalog
            self.groups = groups
            self.next = next
        }
    }
}
