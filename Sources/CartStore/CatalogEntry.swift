import CartModel

/// A catalog in memory, or what is known of it before its first use.
struct CatalogEntry {
    /// In the spelling that was stored first.
    let name: String
    /// The key of its row; nil while the database knows nothing of it.
    var number: Int64?
    /// Raised at every import, also over a removal.
    var version: Int64 = 0
    var content: Content
    /// The number of the file with its products; nil for a small catalog, whose products are in the database.
    var file: Int64?
    /// The entry as it is on disk, while it differs.
    var before: Before = .same

    enum Content {
        case builtIn(BuiltInCatalog)
        case stored(groups: Int, products: Int)
        case loaded(Catalog)
        /// Just now its file could not be read.
        case unreadable(CartError, groups: Int, products: Int)
        case removed
    }

    enum Before {
        /// The database has it like this.
        case same
        /// There was none.
        case nothing
        /// There was another one.
        case other(number: Int64?, version: Int64, content: Content, file: Int64?)
    }
}
