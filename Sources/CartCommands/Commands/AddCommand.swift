import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `add [PRODUCT]`.
    static let add = CommandDeclaration(
        path: ["add"],
        section: .carts,
        summary: "put a product into a cart; the first makes the cart",
        notes: [
            "A product that is in the cart already gets the quantity on top; another gets a new line at the end."
        ],
        parameters: [
            Parameters.productToAdd.declaration, Parameters.quantity.declaration, Parameters.cart.declaration,
            Parameters.cartCatalog.declaration, Parameters.capacity.declaration,
        ],
        examples: [
            "cartctl add", "cartctl add qianbao --quantity 2", "cartctl add --cart till-2 --catalog cars --capacity 20",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = AddLineItem(
                cart: arguments[Parameters.cart],
                product: arguments[Parameters.productToAdd],
                quantity: try arguments[Parameters.quantity]?.quantity(),
                catalog: arguments[Parameters.cartCatalog],
                capacity: try arguments[Parameters.capacity]?.capacity()
            )
            let answer = try session.service().call(call)
            // Without a product it is the next one, which makes the last line.
            let lines = answer.cart.lines
            let line = call.product.map { id in lines.first { $0.id == id } } ?? lines.last
            let added = line.map { "Added \(call.quantity ?? 1) of \($0.id), \($0.product.name)" }
            return CartReport(answer, done: added)
        }
    )
}
