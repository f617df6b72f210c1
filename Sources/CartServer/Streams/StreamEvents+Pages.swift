import CBOR
import CartModel
import CartProtocol
import CartStore

extension StreamEvents {
    /// Bytes of text on a page, about.
    private static let pageBytes = 32 << 10

    /// One page of all that is watched, as it is on disk now.
    ///
    /// - Returns: The event, and the last name on it where there are more pages.
    func page(
        of watched: Watched,
        after name: String?,
        _ sequence: Int64
    ) throws(CartError) -> (event: Made, last: String?) {
        switch watched {
        case .cart(let name):
            return (try event(.snapshot, sequence, of: try store.cart(named: name)), nil)
        case .carts:
            let carts = store.carts
            let rest = carts[(name.map { carts.firstIndex(after: $0) } ?? 0)...].lazy.map { ListCarts.CartSummary($0) }
            let (page, last) = Self.page(rest, name: \.name) { $0.name.utf8.count + $0.catalog.utf8.count + 60 }
            let more = last == nil ? nil : true
            let event = WatchCarts.Event(sequence: sequence, kind: .snapshot, carts: page, more: more)
            return (Made(body: try encode(event)), last)
        case .catalogs(let only):
            let rest = try store.catalogSummaries().lazy
                .filter { (only == nil || $0.name == only) && (name ?? "") < $0.name }
                .map {
                    CatalogSummaryView(name: $0.name, version: $0.version, groups: $0.groups, products: $0.products)
                }
            let (page, last) = Self.page(rest, name: \.name) { $0.name.utf8.count + 60 }
            let more = last == nil ? nil : true
            let event = WatchCatalogs.Event(sequence: sequence, kind: .snapshot, catalogs: page, more: more)
            return (Made(body: try encode(event)), last)
        case .controls(let only?, _):
            let controls = store.storedControl(named: only).map { [ControlView($0)] } ?? []
            let event = WatchControls.Event(sequence: sequence, kind: .snapshot, controls: controls)
            return (Made(body: try encode(event)), nil)
        case .controls(nil, _):
            var page: [ControlView] = []
            let last = ControlPage.fill(from: store, after: name, bytes: Self.pageBytes) { page.append($0) }
            let more = last == nil ? nil : true
            let event = WatchControls.Event(sequence: sequence, kind: .snapshot, controls: page, more: more)
            return (Made(body: try encode(event)), last)
        }
    }

    /// The first entries of a list, and the last name of them where there are more.
    private static func page<Entry>(
        _ entries: some Sequence<Entry>,
        name: (Entry) -> String,
        size: (Entry) -> Int
    ) -> (page: [Entry], last: String?) {
        var page: [Entry] = []
        var bytes = 0
        for entry in entries {
            guard page.count < Page.count, bytes < pageBytes else {
                return (page, page.last.map(name))
            }
            bytes += size(entry)
            page.append(entry)
        }
        return (page, nil)
    }
}
