package import CartModel

/// A catalog that is ready to be put into the store, which then takes no time however large it is.
package struct StagedCatalog: Sendable {
    /// The catalog.
    package let catalog: Catalog
    /// The number of the file with its products, which is on disk; nil for a catalog that goes into the database whole.
    let content: Int64?

    /// Products and groups of a catalog that goes into the database whole, at most: some milliseconds.
    static let smallSize = 2048

    /// A catalog that is written when it is committed.
    package init(_ catalog: Catalog) {
        self.catalog = catalog
        content = nil
    }

    /// Writes the products of a large catalog into a file of their own; on any thread, and for seconds.
    ///
    /// - Parameter isCancelled: Asked again and again; true ends it.
    /// - Throws: `storageFailure`; `cancelled`.
    package init(_ catalog: Catalog, in folder: ContentFolder, isCancelled: () -> Bool) throws(CartError) {
        self.catalog = catalog
        content = catalog.isLarge ? try folder.write(catalog, isCancelled: isCancelled) : nil
    }
}

extension Catalog {
    /// Whether its products have a file of their own.
    var isLarge: Bool { count + groups.count > StagedCatalog.smallSize }
}
