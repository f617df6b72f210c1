import CartJSON
import CartModel
import CartProtocol

/// One change of the cart.
struct DemoStep {
    /// What was added or removed.
    var product: Product?
    var answer: CartAnswer
    var time: Milliseconds

    /// `{"product","lines","canAdd","canRemove","milliseconds"}`.
    var json: JSON {
        [
            "product": product.map { JSON($0) } ?? .null,
            "lines": .integer(answer.cart.lines.count),
            "canAdd": .boolean(answer.canAdd),
            "canRemove": .boolean(answer.canRemove),
            "milliseconds": time.json,
        ]
    }
}
