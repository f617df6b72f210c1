package import CartModel
package import CartStore
package import UnixSockets

/// Does away from the event loop what takes long for a large catalog; what comes of it comes back through
/// ``Dispatcher/finish(_:)``.
package protocol CatalogReading {
    /// Takes a file to read, and owns it from now on.
    func read(_ job: consuming CatalogReadJob)
    /// Gives up a file that was to be read: soon, and for good. A result that is there already comes nevertheless.
    func cancel(_ number: UInt64)
    /// Reads a catalog that is in the store.
    func load(_ load: ContentLoad)
    /// Does away with what the store does not need any more.
    func dispose(of waste: StoreWaste)
}

/// What was read.
package enum CatalogReadResult: Sendable {
    /// A file, by the number of its job.
    case read(UInt64, Result<StagedCatalog, CartError>)
    /// A catalog that is in the store.
    case loaded(ContentLoad, Result<Catalog, CartError>)
}

/// A catalog file to read.
package struct CatalogReadJob: ~Copyable, Sendable {
    /// Names the job.
    package let number: UInt64
    /// The open file.
    package let descriptor: OwnedDescriptor
    /// The name that the catalog gets.
    package let catalog: String
    /// What the file is called, for messages.
    package let file: String
    /// Where a large catalog is written to.
    package let contents: ContentFolder

    /// Reads the file and gets the catalog ready for the store, which may take seconds.
    ///
    /// - Parameter isCancelled: Asked now and then, from the calling thread; true ends it with `cancelled`.
    package borrowing func run(isCancelled: () -> Bool) -> Result<StagedCatalog, CartError> {
        Result { () throws(CartError) in
            let bytes = try CatalogImporter.read(descriptor: descriptor.rawValue, isCancelled: isCancelled)
            let catalog = try CatalogImporter.catalog(
                named: catalog,
                bytes: bytes,
                source: file,
                isCancelled: isCancelled
            )
            return try StagedCatalog(catalog, in: contents, isCancelled: isCancelled)
        }
    }
}
