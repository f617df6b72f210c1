package import CartProtocol

/// All carts, watched.
package struct WatchedCarts: WatchedState {
    /// `cart.watchAll`.
    package typealias Stream = WatchCarts

    /// The beginning of the list stays.
    package static let cut = Frame.Cut.end

    private var list = WatchedList<ListCarts.CartSummary>()

    /// Knows nothing yet.
    package init() {}

    /// Tells `{"sequence","kind","carts":[...]}`, a cart as ``CartListReport`` does; a snapshot is told when it is whole.
    package mutating func take(_ event: WatchCarts.Event) -> WatchNews? {
        guard let carts = event.carts else {
            list.dropPages()
            return WatchNews(event.sequence, event.kind)
        }
        guard event.kind != .snapshot else {
            return list.take(page: carts, sequence: event.sequence, more: event.more == true).map {
                WatchNews($0, .snapshot, CartListReport(carts: list.elements).json)
            }
        }
        for cart in carts { list.put(cart) }
        return WatchNews(event.sequence, event.kind, CartListReport(carts: carts).json)
    }

    /// As `carts` does.
    package func write(to page: inout Page) {
        CartListReport(carts: list.elements).write(to: &page)
    }
}
