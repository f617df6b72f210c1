/// Lists the catalogs by name.
public struct ListCatalogs: Method {
    /// `catalog.list`.
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
