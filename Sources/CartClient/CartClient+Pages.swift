extension CartClient {
    /// Lists all carts by name, page by page.
    ///
    /// - Parameter timeout: The time for all pages; nil is the configuration's.
    /// - Throws: What ``call(_:timeout:)`` throws.
    public func carts(timeout: Duration? = nil) throws(CartError) -> [ListCarts.CartSummary] {
        let limit = limit(timeout)
        var carts: [ListCarts.CartSummary] = []
        var request = ListCarts()
        while true {
            let page = try perform(request, limit: limit)
            carts += page.carts
            guard let next = page.next else { return carts }
            guard !page.carts.isEmpty, next != request.after else { throw .malformedReply(to: request) }
            request.after = next
        }
    }

    /// Reads a whole catalog, page by page, and from the beginning again where it is replaced meanwhile.
    ///
    /// - Parameters:
    ///   - name: The catalog's name.
    ///   - timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The summary and all groups in order.
    /// - Throws: `unknownCatalog`, and what ``call(_:timeout:)`` throws.
    public func catalog(
        named name: String,
        timeout: Duration? = nil
    ) throws(CartError) -> (summary: CatalogSummaryView, groups: [ProductGroup]) {
        let limit = limit(timeout)
        var request = ShowCatalog(catalog: name)
        var groups: [ProductGroup] = []
        var version: Int64?
        while true {
            let page = try perform(request, limit: limit)
            guard page.catalog.version == version ?? page.catalog.version else {
                request.from = nil
                groups = []
                version = nil
                continue
            }
            version = page.catalog.version
            var added = page.groups[...]
            if let from = request.from, from.product > 0, let rest = added.popFirst(), let last = groups.indices.last {
                groups[last].products += rest.products
            }
            groups += added
            guard let next = page.next else { return (page.catalog, groups) }
            guard (request.from ?? .init(group: 0, product: 0)).precedes(next) else {
                throw .malformedReply(to: request)
            }
            request.from = next
        }
    }

    /// Lays out a whole grid, page by page, and from the beginning again where the cart or catalog changes meanwhile.
    ///
    /// - Parameters:
    ///   - method: The grid; where its `from` is set, the tiles before it are left out.
    ///   - timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The first page with the tiles of all.
    /// - Throws: `unknownCart`, `unknownCatalog`, `unknownGroup`, `invalidGeometry`, and what ``call(_:timeout:)`` throws.
    public func layOutGrid(_ method: LayOutGrid, timeout: Duration? = nil) throws(CartError) -> LayOutGrid.Answer {
        let limit = limit(timeout)
        var request = method
        var whole: LayOutGrid.Answer?
        while true {
            var page = try perform(request, limit: limit)
            guard page.version == whole?.version ?? page.version else {
                request.from = method.from
                whole = nil
                continue
            }
            let next = page.next
            if whole == nil {
                page.next = nil
                whole = page
            } else {
                whole?.items += page.items
            }
            guard let next else { break }
            guard next > request.from ?? 0 else { throw .malformedReply(to: request) }
            request.from = next
        }
        guard let whole else { throw .malformedReply(to: request) }
        return whole
    }
}

extension ShowCatalog.Position {
    fileprivate func precedes(_ other: Self) -> Bool {
        (group, product) < (other.group, other.product)
    }
}

extension CartError {
    /// A page that leads nowhere: one would go on asking for it without end.
    static func malformedReply<M: Method>(to request: M) -> CartError {
        .malformedReply("to \(M.name) names a next page that does not come after this one")
    }
}
