/// Reads a catalog from the open file that travels with the request (SCM_RIGHTS, unix(7)), and puts it in place of one of the same name.
///
/// A file with a bad row is refused whole, with `invalidCatalog` that lists every bad row; the last good catalog stays.
public struct ImportCatalog: Method {
    /// `catalog.import`.
    public static let name = "catalog.import"
    /// Changes what is on disk.
    public static let isMutation = true
    /// Changes what everybody sees.
    public static let role = Role.admin

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
