package import CartProtocol

extension JSON {
    /// `{"name","version","groups","products"}`, the last two as numbers.
    package init(_ catalog: CatalogSummaryView) {
        self = [
            "name": .string(catalog.name), "version": .integer(catalog.version), "groups": .integer(catalog.groups),
            "products": .integer(catalog.products),
        ]
    }
}
