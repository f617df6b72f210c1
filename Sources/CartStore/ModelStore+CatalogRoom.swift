import CartModel

extension ModelStore {
    /// Checks that a catalog may be put in, and makes room for its name if need be.
    ///
    /// The place of a removed catalog is kept, so that its version goes on counting; of these the first that was made
    /// gives way, unless it came with the daemon and would come back. From then on every new name begins with a higher
    /// version than any that was forgotten, so that no version of a name is used twice.
    func makeRoom(for catalog: Catalog) throws(CartError) {
        let index = catalogEntries.index(forKey: catalog.name)
        let replaced = index.map { catalogEntries.values[$0].content.size } ?? 0
        let stored = catalogEntries.values.reduce(0) { $0 + $1.content.size } - replaced
        let size = CatalogEntry.Content.loaded(catalog).size
        guard stored + size <= options.storedProducts else {
            throw .overloaded(
                "products",
                used: stored,
                allowed: options.storedProducts,
                "the catalog \(catalog.name) has \(size) products and groups, and the other catalogs have \(stored), of "
                    + "at most \(options.storedProducts) together; remove a catalog"
            )
        }
        guard index == nil, catalogEntries.count >= options.catalogCount else {
            return
        }
        guard let first = catalogEntries.values.filter(\.mayBeForgotten).min(by: { $0.number ?? 0 < $1.number ?? 0 })
        else {
            throw .overloaded(
                "catalogs",
                used: catalogEntries.count,
                allowed: options.catalogCount,
                "there are \(catalogEntries.count) catalogs, of at most \(options.catalogCount); remove one first"
            )
        }
        catalogEntries[first.name] = nil
        forgottenCatalogs.append(first)
        forgottenVersion.now = max(forgottenVersion.now, first.version)
    }

    func writeForgottenCatalogs() throws(CartError) {
        for entry in forgottenCatalogs {
            try statements.deleteCatalog.bind(entry.number ?? 0, at: 1)
            try statements.deleteCatalog.run()
        }
        if forgottenVersion.now != forgottenVersion.saved {
            try statements.putForgottenVersion.bind(forgottenVersion.now, at: 1)
            try statements.putForgottenVersion.run()
        }
    }

    /// Takes back what was forgotten in this turn.
    func recallForgottenCatalogs() {
        for entry in forgottenCatalogs {
            catalogEntries[entry.name] = entry
        }
        forgottenCatalogs.removeAll()
        forgottenVersion.now = forgottenVersion.saved
    }
}

extension CatalogEntry {
    /// Whether it is that of a removed catalog, on disk, that did not come with the daemon.
    fileprivate var mayBeForgotten: Bool {
        if case .same = before { content.isRemoved && BuiltInCatalog(rawValue: name) == nil } else { false }
    }
}

extension CatalogEntry.Content {
    /// Products and groups; those that came with the daemon count when they are used.
    fileprivate var size: Int {
        switch self {
        case .stored(let groups, let products), .unreadable(_, let groups, let products): groups + products
        case .loaded(let catalog): catalog.groups.count + catalog.count
        case .builtIn, .removed: 0
        }
    }
}
