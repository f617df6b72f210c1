extension CartClient {
    /// Lists all carts by name, page by page.
    ///
    /// - Parameter timeout: The time for all pages; nil is the configuration's.
    /// - Throws: What ``call(_:timeout:)`` throws.
    public func carts(timeout: Duration? = nil) throws(CartError) -> [ListCarts.CartSummary] {
        try collect(Pages(of: ListCarts()), timeout: timeout).carts
    }

    /// Lists all carts by name, as the synchronous one does, while the task is suspended.
    public func carts(timeout: Duration? = nil) async throws(CartError) -> [ListCarts.CartSummary] {
        try await collect(Pages(of: ListCarts()), timeout: timeout).carts
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
        let whole = try collect(Pages(of: ShowCatalog(catalog: name)), timeout: timeout)
        return (whole.catalog, whole.groups)
    }

    /// Reads a whole catalog, as the synchronous one does, while the task is suspended.
    public func catalog(
        named name: String,
        timeout: Duration? = nil
    ) async throws(CartError) -> (summary: CatalogSummaryView, groups: [ProductGroup]) {
        let whole = try await collect(Pages(of: ShowCatalog(catalog: name)), timeout: timeout)
        return (whole.catalog, whole.groups)
    }

    /// Lays out a whole grid, page by page, and from the beginning again where the cart or catalog changes meanwhile.
    ///
    /// - Parameters:
    ///   - method: The grid; where its `from` is set, the tiles before it are left out.
    ///   - timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The first page with the tiles of all.
    /// - Throws: `unknownCart`, `unknownCatalog`, `unknownGroup`, `invalidGeometry`, and what ``call(_:timeout:)`` throws.
    public func layOutGrid(_ method: LayOutGrid, timeout: Duration? = nil) throws(CartError) -> LayOutGrid.Answer {
        try collect(Pages(of: method), timeout: timeout)
    }

    /// Lays out a whole grid, as the synchronous one does, while the task is suspended.
    public func layOutGrid(
        _ method: LayOutGrid,
        timeout: Duration? = nil
    ) async throws(CartError) -> LayOutGrid.Answer {
        try await collect(Pages(of: method), timeout: timeout)
    }
}
