/// Takes a catalog away; carts that were filled from it keep their lines.
public struct RemoveCatalog: Method {
    /// `catalog.remove`.
    public static let name = "catalog.remove"
    /// Changes what is on disk.
    public static let isMutation = true
    /// Changes what everybody sees.
    public static let role = Role.admin

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
