package import CartModel

extension ModelStore {
    /// What it takes to read the catalog of that name, which is large and on disk only; nil for every other.
    ///
    /// Reading it takes so long that it is better done on another thread, and given to ``adopt(_:of:)``.
    package func load(ofCatalog name: String) -> ContentLoad? {
        // Asked for every request, and almost always there is none.
        unloadedCatalogs == 0 ? nil : catalogEntries[name].flatMap { load(of: $0) }
    }

    /// Whether there is a catalog that ``load(ofCatalog:)`` is not nil for.
    package var hasUnloadedCatalogs: Bool { unloadedCatalogs > 0 }

    func load(of entry: CatalogEntry) -> ContentLoad? {
        guard let file = entry.file, case .stored(let groups, let products) = entry.content else {
            return nil
        }
        return ContentLoad(
            name: entry.name,
            number: file,
            version: entry.version,
            groups: groups,
            products: products,
            folder: contents
        )
    }

    /// Takes a catalog that was read, unless it has been replaced meanwhile.
    ///
    /// One that could not be read is refused with that error until ``retryUnreadable()``.
    package func adopt(_ result: Result<Catalog, CartError>, of load: ContentLoad) {
        guard let index = catalogEntries.index(forKey: load.name),
            catalogEntries.values[index].file == load.number,
            case .stored(let groups, let products) = catalogEntries.values[index].content
        else {
            if case .success(let catalog) = result {
                waste.append(StoreWaste.Item(catalog: catalog, content: nil))
            }
            return
        }
        switch result {
        case .success(let catalog):
            catalogEntries.values[index].content = .loaded(catalog)
        case .failure(let error):
            catalogEntries.values[index].content = .unreadable(error, groups: groups, products: products)
        }
        countCatalogs()
    }

    /// The catalog of that name, read here and now however large it is: for who holds up nobody.
    ///
    /// - Throws: `unknownCatalog`, `invalidName`; `storageFailure`.
    package func readCatalog(named name: String) throws(CartError) -> Catalog {
        if let load = load(ofCatalog: name) {
            adopt(.success(try load.run()), of: load)
        }
        return try catalog(named: name)
    }

    /// Lets a catalog that could not be read be tried again.
    package func retryUnreadable() {
        for index in catalogEntries.values.indices {
            if case .unreadable(_, let groups, let products) = catalogEntries.values[index].content {
                catalogEntries.values[index].content = .stored(groups: groups, products: products)
            }
        }
        countCatalogs()
    }

    /// Keeps ``unloadedCatalogs`` after a change.
    func countCatalogs() {
        unloadedCatalogs = catalogEntries.values.count { load(of: $0) != nil }
    }

    // MARK: - Waste

    /// Takes what is to be done away with; nil for nothing.
    package func takeWaste() -> StoreWaste? {
        // A refused commit that is still in the log may come back with a restart, and name its file.
        guard !waste.isEmpty, !logIsSuspect else {
            return nil
        }
        defer { waste = [] }
        return StoreWaste(waste, folder: contents)
    }

    /// Gives up a catalog that was not put in, with its file.
    package func discard(_ staged: StagedCatalog) {
        discard(.loaded(staged.catalog), file: staged.content)
    }

    /// Gives up a catalog unless ``put(_:)`` has taken it.
    package func discardUnlessTaken(_ staged: StagedCatalog) {
        if let content = staged.content, catalogEntries[staged.catalog.name]?.file != content,
            !waste.contains(where: { $0.content == content })
        {
            discard(staged)
        }
    }

    func discard(_ content: CatalogEntry.Content, file: Int64?) {
        var item = StoreWaste.Item(catalog: nil, content: file)
        if case .loaded(let catalog) = content, catalog.isLarge {
            item.catalog = catalog
        }
        if item.catalog != nil || file != nil {
            waste.append(item)
        }
    }

    /// Finds files that no catalog refers to: of imports that a killed daemon did not come to the end of, and of
    /// catalogs that it had no time to remove.
    func findAbandonedContents() {
        let used = Set(catalogEntries.values.compactMap(\.file))
        waste += contents.numbers().filter { !used.contains($0) }.map { StoreWaste.Item(catalog: nil, content: $0) }
    }

    // MARK: - The turn

    /// What was changed is on disk.
    func commitCatalogs() {
        for name in changedCatalogs {
            guard let index = catalogEntries.index(forKey: name) else {
                continue
            }
            if case .other(_, _, let content, let file) = catalogEntries.values[index].before {
                catalogEntries.values[index].before = .same
                discard(content, file: file)
            }
            catalogEntries.values[index].before = .same
        }
        changedCatalogs.removeAll(keepingCapacity: true)
    }

    /// What was changed is taken back.
    func rollbackCatalogs() {
        guard !changedCatalogs.isEmpty else {
            return
        }
        catalogGeneration &+= 1
        for name in changedCatalogs {
            guard let index = catalogEntries.index(forKey: name) else {
                continue
            }
            let entry = catalogEntries.values[index]
            switch entry.before {
            case .same:
                break
            case .nothing:
                discard(entry.content, file: entry.file)
                catalogEntries.remove(at: index)
            case .other(let number, let version, let content, let file):
                discard(entry.content, file: entry.file)
                catalogEntries.values[index].number = number
                catalogEntries.values[index].version = version
                catalogEntries.values[index].content = content
                catalogEntries.values[index].file = file
                catalogEntries.values[index].before = .same
            }
        }
        changedCatalogs.removeAll(keepingCapacity: true)
        countCatalogs()
    }
}
