import CartModel
import CartProtocol
import CartStore
import Systemd
import UnixSockets

/// An import whose file is being read.
struct PendingImport {
    let peer: Peer
    let envelope: RequestEnvelope
    let method: ImportCatalog
    /// When it is given up.
    let deadline: MonotonicInstant?
}

extension Dispatcher {
    /// Hands the file of an import to the reader; the import is answered once it has been read.
    func beginImport(
        _ method: ImportCatalog,
        _ envelope: RequestEnvelope,
        _ peer: Peer,
        descriptors: inout DescriptorInbox
    ) {
        // Taken in any case, so that the next import cannot get it.
        var file = descriptors.takeFirst()
        let denial = denial(of: .importCatalog(method), envelope, to: peer)
        let deadline = deadline(of: envelope, from: peer)
        if let refusal = denial ?? untimely(envelope, deadline, from: peer) {
            return perform(.action(.refuse(id: envelope.id, refusal)), for: peer)
        }
        do {
            try ModelLimits.check(name: method.catalog, of: "catalog")
        } catch {
            return perform(.action(.refuse(id: envelope.id, error.namingField(of: method))), for: peer)
        }
        guard let descriptor = file.take() else {
            let error: CartError = descriptors.overflowed ? .noDescriptorLeft : .noFile
            return perform(.action(.refuse(id: envelope.id, error)), for: peer)
        }
        var envelope = envelope
        // Two imports with one key must have read the same.
        envelope.fingerprint += descriptor.fileStamp()
        do {
            if try recordedAnswer(to: envelope, from: peer) != nil {
                return perform(.repeatedImport(envelope), for: peer)
            }
            try checkRoom(forImportOf: peer)
        } catch {
            return perform(.action(.refuse(id: envelope.id, error)), for: peer)
        }
        nextImport += 1
        imports[nextImport] = PendingImport(
            peer: peer,
            envelope: envelope,
            method: method,
            deadline: deadline
        )
        peer.pending.insert(.importing(nextImport), for: envelope.id)
        reader.read(
            CatalogReadJob(
                number: nextImport,
                descriptor: descriptor,
                catalog: method.catalog,
                file: (method.file ?? "the file").excerpt(bytes: ModelLimits.iconBytes),
                contents: store.contents
            )
        )
    }

    private func checkRoom(forImportOf peer: Peer) throws(CartError) {
        if peer.pending.imports >= limits.imports {
            throw .overloaded(
                "imports",
                used: peer.pending.imports,
                allowed: limits.imports,
                "\(peer.pending.imports) imports of this connection are not done, of at most \(limits.imports); wait for one"
            )
        }
        if imports.count >= limits.allImports {
            throw .overloaded(
                "allImports",
                used: imports.count,
                allowed: limits.allImports,
                "\(imports.count) imports are not done, of at most \(limits.allImports) in all; try again later"
            )
        }
    }

    /// Goes on with what waited for a catalog to be read.
    ///
    /// - Returns: The peers that waited for it, unless they are gone.
    package func finish(_ result: CatalogReadResult) -> [Peer] {
        defer {
            // What has become of this turn's changes is known at its end.
            if !store.hasUncommittedChanges { disposeOfWaste() }
        }
        switch result {
        case .read(let number, let result): return finishImport(number, result).map { [$0] } ?? []
        case .loaded(let load, let result): return finishLoad(load, result)
        }
    }

    private func finishImport(_ number: UInt64, _ result: Result<StagedCatalog, CartError>) -> Peer? {
        defer {
            // Whatever was answered: what the store has not taken goes, with its file.
            if case .success(let staged) = result { store.discardUnlessTaken(staged) }
        }
        guard let pending = imports.removeValue(forKey: number) else {
            return nil
        }
        pending.peer.pending.remove(pending.envelope.id)
        perform(.finishedImport(pending.envelope, pending.method, result), for: pending.peer)
        return pending.peer
    }
}

extension ImportCatalog {
    /// Puts what was read into the store, which takes no time.
    func serve(_ result: Result<StagedCatalog, CartError>, _ context: ServingContext) throws(CartError) -> Answer {
        let catalog = try context.store.put(try result.get())
        context.notes.add(
            "the catalog \(catalog.name) was imported: \(catalog.count) products in \(catalog.groups.count) groups",
            [(.catalog, catalog.name), (.method, Self.name)] + context.caller.fields
        )
        return Answer(catalog: CatalogSummaryView(catalog))
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
