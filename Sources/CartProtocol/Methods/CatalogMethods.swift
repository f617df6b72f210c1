public import CartModel

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

/// Lists the catalogs by name.
public struct ListCatalogs: Method {
    public static let name = "catalog.list"

    /// Creates the call.
    public init() {}

    /// All of them.
    public struct Answer: Codable, Hashable, Sendable {
        /// By name.
        public var catalogs: [CatalogSummaryView]

        /// Creates an answer.
        public init(catalogs: [CatalogSummaryView]) {
            self.catalogs = catalogs
        }
    }
}

/// Shows a catalog, page by page.
public struct ShowCatalog: Method {
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
        /// The part of the groups on this page. Where `from` points into a group, the first entry goes on with it.
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

/// Reads a catalog from the open file that travels with the request, and puts it in place of one of the same name.
///
/// A file with a bad row is refused whole, with `invalidCatalog` that lists every bad row; the last good catalog stays.
public struct ImportCatalog: Method {
    public static let name = "catalog.import"
    public static let isMutation = true
    public static let takesDescriptor = true

    /// The name that the catalog gets.
    public var catalog: String
    /// What the file is called, for messages only.
    public var file: String?

    /// Creates the call.
    public init(catalog: String, file: String? = nil) {
        self.catalog = catalog
        self.file = file
    }

    /// What was read.
    public struct Answer: Codable, Hashable, Sendable {
        /// The new catalog.
        public var catalog: CatalogSummaryView

        /// Creates an answer.
        public init(catalog: CatalogSummaryView) {
            self.catalog = catalog
        }
    }
}

/// Takes a catalog away; carts that were filled from it keep their lines.
public struct RemoveCatalog: Method {
    public static let name = "catalog.remove"
    public static let isMutation = true

    /// The catalog's name.
    public var catalog: String

    /// Creates the call.
    public init(catalog: String) {
        self.catalog = catalog
    }

    /// What was removed.
    public struct Answer: Codable, Hashable, Sendable {
        /// The catalog as it was.
        public var catalog: CatalogSummaryView

        /// Creates an answer.
        public init(catalog: CatalogSummaryView) {
            self.catalog = catalog
        }
    }
}
