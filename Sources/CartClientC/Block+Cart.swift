import CCartClient
import CartClient

extension Block {
    /// Places what a cart points to.
    mutating func cart(_ answer: CartAnswer) -> cartclient_cart_t {
        let cart = answer.cart
        return cartclient_cart_t(
            name: text(cart.name),
            catalog: text(cart.catalog),
            version: cart.version,
            capacity: Int64(cart.capacity),
            can_add: answer.canAdd,
            can_remove: answer.canRemove,
            line_count: cart.lines.count,
            lines: list(cart.lines) { $0.line($1) }
        )
    }

    private mutating func line(_ line: LineView) -> cartclient_line_t {
        cartclient_line_t(
            id: text(line.id),
            name: text(line.product.name),
            icon: line.product.icon.flatMap { text($0) },
            quantity: line.quantity,
            available: line.available != false
        )
    }

    /// Places what a summary of a cart points to.
    mutating func summary(_ cart: ListCarts.CartSummary) -> cartclient_cart_summary_t {
        cartclient_cart_summary_t(
            name: text(cart.name),
            catalog: text(cart.catalog),
            version: cart.version,
            capacity: Int64(cart.capacity),
            line_count: Int64(cart.lines)
        )
    }
}
