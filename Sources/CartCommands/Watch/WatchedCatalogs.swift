package import CartProtocol

/// One catalog or all of them, watched.
package struct WatchedCatalogs: WatchedState {
    /// `catalog.watch`.
    package typealias Stream = WatchCatalogs

    /// The beginning of the list stays.
    package static let cut = Frame.Cut.end

    private var list = WatchedList<CatalogSummaryView>()

    /// Knows nothing yet.
    package init() {}

    /// Tells `{"sequence","kind","catalogs":[...]}`, a catalog as ``CatalogListReport`` does, and with `removed` its `"name"`.
    package mutating func take(_ event: WatchCatalogs.Event) -> WatchNews? {
        if let catalogs = event.catalogs {
            guard event.kind != .snapshot else {
                return list.take(page: catalogs, sequence: event.sequence, more: event.more == true).map {
                    WatchNews($0, .snapshot, CatalogListReport(catalogs: list.elements).json)
                }
            }
            for catalog in catalogs { list.put(catalog) }
            return WatchNews(event.sequence, event.kind, CatalogListReport(catalogs: catalogs).json)
        }
        guard event.kind == .removed, let name = event.name else {
            list.dropPages()
            return WatchNews(event.sequence, event.kind)
        }
        list.remove(named: name)
        var news = WatchNews(event.sequence, event.kind, ["name": .string(name)])
        news.headline = ("Removed catalog \(name.visible)", nil)
        return news
    }

    /// As `catalog list` does.
    package func write(to page: inout Page) {
        CatalogListReport(catalogs: list.elements).write(to: &page)
    }
}
