package import CartProtocol

/// A cart that is watched.
package struct WatchedCart: WatchedState {
    /// `cart.watch`.
    package typealias Stream = WatchCart

    /// A long cart keeps its head and its newest lines.
    package static let cut = Frame.Cut.middle(afterLines: 3)

    /// The cart and its buttons; nil before the first snapshot.
    package private(set) var answer: CartAnswer?

    /// Knows nothing yet.
    package init() {}

    /// Tells `{"sequence","kind","cart","canAdd","canRemove"}`, the cart as ``CartReport`` does.
    package mutating func take(_ event: WatchCart.Event) -> WatchNews? {
        guard let cart = event.cart else { return WatchNews(event.sequence, event.kind) }
        let answer = CartAnswer(cart: cart, canAdd: event.canAdd ?? false, canRemove: event.canRemove ?? false)
        self.answer = answer
        return WatchNews(event.sequence, event.kind, CartReport(answer).json)
    }

    /// As `show` does.
    package func write(to page: inout Page) {
        if let answer { CartReport(answer).write(to: &page) }
    }
}
