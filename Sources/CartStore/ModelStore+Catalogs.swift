package import CartModel

extension ModelStore {
    /// The catalog of that name, read at its first use; a large one has to be in memory already, so that nobody reads it
    /// by accident where it holds up others.
    ///
    /// - Throws: `unknownCatalog`, `invalidName`; `storageFailure` at the first use of a damaged one; `overloaded` where
    ///   ``load(ofCatalog:)`` has yet to be run.
    package func catalog(named name: String) throws(CartError) -> Catalog {
        guard let index = catalogEntries.index(forKey: name) else {
            throw try Self.unknownCatalog(name)
        }
        let entry = catalogEntries.values[index]
        let catalog: Catalog
        switch entry.content {
        case .loaded(let catalog):
            return catalog
        case .removed:
            throw try Self.unknownCatalog(name)
        case .builtIn(let builtIn):
            catalog = try builtIn.catalog()
        case .unreadable(let error, _, _):
            throw error
        case .stored(let groups, let products):
            guard load(of: entry) == nil else {
                throw CartError(
                    .overloaded,
                    "the catalog \(entry.name) has yet to be read; try again",
                    details: ["catalog": .string(entry.name)]
                )
            }
            catalog = try loadCatalog(entry, number: entry.number ?? 0, groups: groups, products: products)
        }
        catalogEntries.values[index].content = .loaded(catalog)
        countCatalogs()
        return catalog
    }

    /// The names of all catalogs in order.
    package func catalogNames() -> [String] {
        catalogEntries.values.filter { !$0.content.isRemoved }.map(\.name).sorted()
    }

    /// All catalogs by name, with their sizes.
    ///
    /// - Throws: `storageFailure`.
    package func catalogSummaries() throws(CartError) -> [CatalogSummary] {
        var summaries: [CatalogSummary] = []
        for name in catalogNames() {
            summaries.append(try catalogSummary(named: name))
        }
        return summaries
    }

    /// A catalog with its sizes, which is not read for them.
    ///
    /// - Throws: `unknownCatalog`, `invalidName`; `storageFailure`.
    package func catalogSummary(named name: String) throws(CartError) -> CatalogSummary {
        guard let entry = catalogEntries[name] else {
            throw try Self.unknownCatalog(name)
        }
        switch entry.content {
        case .stored(let groups, let products), .unreadable(_, let groups, let products):
            return CatalogSummary(name: entry.name, version: entry.version, groups: groups, products: products)
        case .builtIn, .loaded, .removed:
            let catalog = try catalog(named: name)
            return CatalogSummary(
                name: catalog.name,
                version: catalog.version,
                groups: catalog.groups.count,
                products: catalog.count
            )
        }
    }

    /// Takes a catalog in the place of the one of its name, in memory now and on disk with ``commit()``.
    ///
    /// The file of a large one belongs to the store from now on, also where this throws.
    ///
    /// - Returns: The catalog as it is kept: its version is that of the one before plus one, its name in the spelling
    ///   that was stored first.
    /// - Throws: `overloaded` where there is no room for it (`details`: `limit`, `used`, `allowed`).
    @discardableResult
    package func put(_ staged: StagedCatalog) throws(CartError) -> Catalog {
        let catalog = staged.catalog
        do throws(CartError) {
            try makeRoom(for: catalog)
        } catch {
            discard(staged)
            throw error
        }
        catalogGeneration &+= 1
        defer { countCatalogs() }
        guard let index = catalogEntries.index(forKey: catalog.name) else {
            let kept = catalog.revised(name: catalog.name, version: forgottenVersion.now + 1)
            catalogEntries[kept.name] = CatalogEntry(
                name: kept.name,
                number: nextCatalogNumber,
                version: kept.version,
                content: .loaded(kept),
                file: staged.content,
                before: .nothing
            )
            nextCatalogNumber += 1
            changedCatalogs.append(kept.name)
            noteImport(of: kept)
            return kept
        }
        change(at: index)
        let kept = catalog.revised(
            name: catalogEntries.values[index].name,
            version: catalogEntries.values[index].version + 1
        )
        catalogEntries.values[index].version = kept.version
        catalogEntries.values[index].content = .loaded(kept)
        catalogEntries.values[index].file = staged.content
        noteImport(of: kept)
        return kept
    }

    private func noteImport(of catalog: Catalog) {
        history.append(
            .catalog(
                name: catalog.name,
                version: catalog.version,
                groups: catalog.groups.count,
                products: catalog.count
            )
        )
    }

    /// Takes a catalog that is written into the database whole, whatever its size.
    @discardableResult
    package func put(_ catalog: Catalog) throws(CartError) -> Catalog {
        try put(StagedCatalog(catalog))
    }

    /// Removes a catalog; carts that were filled from it stay as they are.
    ///
    /// One that came with the daemon stays gone; the version goes on counting if the name is used again.
    ///
    /// - Throws: `unknownCatalog`, `invalidName`.
    package func removeCatalog(named name: String) throws(CartError) {
        guard let index = catalogEntries.index(forKey: name), !catalogEntries.values[index].content.isRemoved else {
            throw try Self.unknownCatalog(name)
        }
        change(at: index)
        catalogGeneration &+= 1
        catalogEntries.values[index].content = .removed
        catalogEntries.values[index].file = nil
        countCatalogs()
        history.append(.catalogRemoved(name: catalogEntries.values[index].name))
    }

    /// Keeps what the database has, once, and sees to it that the entry has a row.
    private func change(at index: Dictionary<String, CatalogEntry>.Index) {
        let entry = catalogEntries.values[index]
        if case .same = entry.before {
            catalogEntries.values[index].before = .other(
                number: entry.number,
                version: entry.version,
                content: entry.content,
                file: entry.file
            )
            changedCatalogs.append(entry.name)
        } else {
            // What is replaced has been of this turn only.
            discard(entry.content, file: entry.file)
        }
        if entry.number == nil {
            catalogEntries.values[index].number = nextCatalogNumber
            nextCatalogNumber += 1
        }
    }

    private static func unknownCatalog(_ name: String) throws(CartError) -> CartError {
        try ModelLimits.check(name: name, of: "catalog")
        return CartError(
            .unknownCatalog,
            "there is no catalog \(name); list the catalogs, or import one",
            details: ["catalog": .string(name)]
        )
    }

    /// Writes a changed catalog; the products of a large one are on disk already.
    func write(_ entry: CatalogEntry) throws(CartError) {
        guard let number = entry.number else {
            return
        }
        var catalog: Catalog?
        if case .loaded(let loaded) = entry.content {
            catalog = loaded
        }
        try statements.putCatalog.bind(number, at: 1)
        try statements.putCatalog.bind(entry.name, at: 2)
        try statements.putCatalog.bind(entry.version, at: 3)
        try statements.putCatalog.bind(Int64(catalog?.groups.count ?? 0), at: 4)
        try statements.putCatalog.bind(Int64(catalog?.count ?? 0), at: 5)
        try statements.putCatalog.bind(entry.content.isRemoved ? 1 : 0, at: 6)
        try statements.putCatalog.bind(entry.file ?? 0, at: 7)
        try statements.putCatalog.run()
        try statements.deleteGroups.bind(number, at: 1)
        try statements.deleteGroups.run()
        try statements.deleteProducts.bind(number, at: 1)
        try statements.deleteProducts.run()
        if entry.file == nil, let groups = catalog?.groups {
            try write(groups, of: number)
        }
    }

    /// Writes the content of a small catalog.
    private func write(_ groups: [ProductGroup], of number: Int64) throws(CartError) {
        try statements.insertGroup.bind(number, at: 1)
        for (index, group) in groups.enumerated() {
            try statements.insertGroup.bind(Int64(index), at: 2)
            try statements.insertGroup.bind(group.title, at: 3)
            try statements.insertGroup.bind(Int64(group.products.count), at: 4)
            try statements.insertGroup.run()
        }
        try statements.insertProducts.bind(number, at: 1)
        var chunk: [Product] = []
        for group in groups {
            for product in group.products {
                chunk.append(product)
                if chunk.count == ProductChunk.capacity {
                    try statements.insertProducts.run(binding: ProductChunk.pack(chunk), at: 2)
                    chunk.removeAll(keepingCapacity: true)
                }
            }
        }
        if !chunk.isEmpty {
            try statements.insertProducts.run(binding: ProductChunk.pack(chunk), at: 2)
        }
    }
}

extension CatalogEntry.Content {
    var isRemoved: Bool {
        if case .removed = self { true } else { false }
    }
}
