package import CartModel
import CartStore
package import UnixSockets

/// Reads catalog files away from the event loop; what was read comes back through ``Dispatcher/finishImport(_:_:)``.
package protocol CatalogReading {
    /// Takes a file to read, and owns it from now on.
    func read(_ job: consuming CatalogReadJob)

    /// Closes the file of a job unread, because nobody waits for it any more; one that has begun goes on to its end.
    func giveUp(_ number: UInt64)
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

    /// Reads the file, which may take seconds.
    package borrowing func run() -> Result<Catalog, CartError> {
        Result { () throws(CartError) in
            let bytes = try CatalogImporter.read(descriptor: descriptor.rawValue)
            return try CatalogImporter.catalog(named: catalog, bytes: bytes, source: file)
        }
    }
}
