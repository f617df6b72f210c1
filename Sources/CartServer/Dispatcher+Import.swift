package import CartModel
import CartProtocol
import CartStore
import Glibc
import UnixSockets

/// An import whose file is being read.
struct PendingImport {
    let peer: Peer
    let envelope: RequestEnvelope
    let method: ImportCatalog
}

extension Dispatcher {
    /// Hands the file of an import to the reader; until it has been read, the peer's further requests wait, so that they
    /// are answered in order, and nobody else's do.
    func beginImport(
        _ method: ImportCatalog,
        _ envelope: RequestEnvelope,
        _ peer: Peer,
        descriptors: inout DescriptorInbox
    ) {
        guard let descriptor = descriptors.takeFirst() else {
            let error: CartError = descriptors.overflowed ? .noDescriptorLeft : .noFile
            return perform(.action(.refuse(id: envelope.id, error)), for: peer)
        }
        var envelope = envelope
        envelope.fingerprint += FileStamp.bytes(of: descriptor)
        do {
            try ModelLimits.check(name: method.catalog, of: "catalog")
            if try recordedAnswer(to: envelope, from: peer) != nil {
                return perform(.repeatedImport(envelope), for: peer)
            }
        } catch {
            return perform(.action(.refuse(id: envelope.id, error)), for: peer)
        }
        nextImport += 1
        imports[nextImport] = PendingImport(peer: peer, envelope: envelope, method: method)
        peer.isImporting = true
        reader.read(
            CatalogReadJob(
                number: nextImport,
                descriptor: descriptor,
                catalog: method.catalog,
                file: (method.file ?? "the file").excerpt(bytes: ModelLimits.iconBytes)
            )
        )
    }

    /// Goes on with an import whose file was read.
    ///
    /// - Returns: The peer that waited for it, unless it is gone.
    package func finishImport(_ number: UInt64, _ result: Result<Catalog, CartError>) -> Peer? {
        guard let pending = imports.removeValue(forKey: number) else {
            return nil
        }
        pending.peer.isImporting = false
        perform(.finishedImport(pending.envelope, pending.method, result), for: pending.peer)
        return pending.peer
    }
}

extension ImportCatalog {
    /// Puts what was read into the store, which takes no time.
    func serve(_ result: Result<Catalog, CartError>, _ context: ServingContext) throws(CartError) -> Answer {
        let catalog = try context.store.put(try result.get())
        context.notes.add(
            "the catalog \(catalog.name) was imported: \(catalog.count) products in \(catalog.groups.count) groups",
            [(.catalog, catalog.name), (.method, Self.name)] + context.caller.fields
        )
        return Answer(catalog: CatalogSummaryView(catalog))
    }
}

/// What tells one state of a file from another: two imports with one key must have read the same.
private enum FileStamp {
    static func bytes(of descriptor: borrowing OwnedDescriptor) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor.rawValue, &status) == 0 else {
            return []
        }
        let facts = [
            Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size),
            Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
        ]
        return facts.flatMap { fact in withUnsafeBytes(of: fact, Array.init) }
    }
}

extension CartError {
    fileprivate static var noFile: CartError {
        CartError(
            .malformed,
            "catalog.import needs the open file to come with the request (SCM_RIGHTS)",
            details: ["field": "descriptor"]
        )
    }

    fileprivate static var noDescriptorLeft: CartError {
        CartError(
            .overloaded,
            "the daemon has no descriptor left for the file that came with the request; try again later",
            details: ["limit": "descriptors"]
        )
    }
}
