package import CartModel

extension ModelStore {
    /// The catalog of that name, read at its first use.
    ///
    /// - Throws: `unknownCatalog`, `invalidName`; `storageFailure` at the first use of a damaged one.
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
        case .stored(let groups, let products):
            catalog = try loadCatalog(entry, number: entry.number ?? 0, groups: groups, products: products)
        }
        catalogEntries.values[index].content = .loaded(catalog)
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
            guard let entry = catalogEntries[name] else {
                continue
            }
            if case .stored(let groups, let products) = entry.content {
                summaries.append(
                    CatalogSummary(name: name, version: entry.version, groups: groups, products: products)
                )
            } else {
                let catalog = try catalog(named: name)
                summaries.append(
                    CatalogSummary(
                        name: name,
                        version: catalog.version,
                        groups: catalog.groups.count,
                        products: catalog.count
                    )
                )
            }
        }
        return summaries
    }

    /// Takes a catalog in the place of the one of its name, in memory now and on disk with ``commit()``.
    ///
    /// - Returns: The catalog as it is kept: its version is that of the one before plus one, its name in the spelling
    ///   that was stored first.
    /// - Throws: `overloaded` where there is no room for it (`details`: `limit`, `used`, `allowed`).
    @discardableResult
    package func put(_ catalog: Catalog) throws(CartError) -> Catalog {
        try makeRoom(for: catalog)
        catalogGeneration &+= 1
        guard let index = catalogEntries.index(forKey: catalog.name) else {
            let kept = catalog.revised(name: catalog.name, version: forgottenVersion.now + 1)
            catalogEntries[kept.name] = CatalogEntry(
                name: kept.name,
                number: nextCatalogNumber,
                version: kept.version,
                content: .loaded(kept),
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
        history.append(.catalogRemoved(name: catalogEntries.values[index].name))
    }

    /// Keeps what the database has, once, and sees to it that the entry has a row.
    private func change(at index: Dictionary<String, CatalogEntry>.Index) {
        let entry = catalogEntries.values[index]
        if case .same = entry.before {
            catalogEntries.values[index].before = .other(
                number: entry.number,
                version: entry.version,
                content: entry.content
            )
            changedCatalogs.append(entry.name)
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

    /// Writes a changed catalog, whole.
    func write(_ entry: CatalogEntry) throws(CartError) {
        guard let number = entry.number else {
            return
        }
        var groups: [ProductGroup] = []
        if case .loaded(let catalog) = entry.content {
            groups = catalog.groups
        }
        try statements.putCatalog.bind(number, at: 1)
        try statements.putCatalog.bind(entry.name, at: 2)
        try statements.putCatalog.bind(entry.version, at: 3)
        try statements.putCatalog.bind(Int64(groups.count), at: 4)
        try statements.putCatalog.bind(groups.reduce(0) { $0 + Int64($1.products.count) }, at: 5)
        try statements.putCatalog.bind(entry.content.isRemoved ? 1 : 0, at: 6)
        try statements.putCatalog.run()
        try statements.deleteGroups.bind(number, at: 1)
        try statements.deleteGroups.run()
        try statements.deleteProducts.bind(number, at: 1)
        try statements.deleteProducts.run()

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
