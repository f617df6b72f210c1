package import CartModel
package import CartProtocol
package import CartStore

extension ListCatalogs: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        Answer(
            catalogs: try context.store.catalogSummaries().map(CatalogSummaryView.init)
        )
    }
}

extension ShowCatalog: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? { catalog }

    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let catalog = try context.store.catalog(named: catalog)
        let start = from ?? Position(group: 0, product: 0)
        guard start.group >= 0, start.product >= 0 else {
            throw .negativePosition(start.group < 0 ? "group" : "product")
        }
        var answer = Answer(catalog: CatalogSummaryView(catalog), groups: [])
        var count = 0
        var bytes = 0
        for group in catalog.groups.indices.dropFirst(start.group) {
            let products = catalog.groups[group].products
            var part = ProductGroup(title: catalog.groups[group].title)
            bytes += part.title.utf8.count + 24
            for index in products.indices.dropFirst(group == start.group ? start.product : 0) {
                guard count < Page.count, bytes < Page.bytes else {
                    answer.groups.append(part)
                    answer.next = Position(group: group, product: index)
                    return answer
                }
                part.products.append(products[index])
                bytes += products[index].encodedSize
                count += 1
            }
            answer.groups.append(part)
            if bytes >= Page.bytes, group + 1 < catalog.groups.count {
                answer.next = Position(group: group + 1, product: 0)
                return answer
            }
        }
        return answer
    }
}

extension CartError {
    /// The refusal of a page that would begin before the beginning.
    static func negativePosition(_ part: String) -> CartError {
        CartError(.malformed, "a position has no negative part", details: ["field": .string("params.from.\(part)")])
    }
}

extension RemoveCatalog: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let removed = try context.store.catalogSummary(named: catalog)
        try context.store.removeCatalog(named: catalog)
        context.notes.add(
            "the catalog \(removed.name) was removed",
            [(.catalog, removed.name), (.method, Self.name)] + context.caller.fields
        )
        return Answer(catalog: CatalogSummaryView(removed))
    }
}

extension CatalogSummaryView {
    /// What a catalog holds.
    init(_ catalog: Catalog) {
        self.init(
            name: catalog.name,
            version: catalog.version,
            groups: catalog.groups.count,
            products: catalog.count
        )
    }

    /// What the list of catalogs says of one.
    init(_ summary: CatalogSummary) {
        self.init(
            name: summary.name,
            version: summary.version,
            groups: summary.groups,
            products: summary.products
        )
    }
}
