import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `set PRODUCT N`.
    static let set = CommandDeclaration(
        path: ["set"],
        section: .carts,
        summary: "set the quantity of a product; 0 takes its line out",
        parameters: [
            Parameters.product.declaration, Parameters.newQuantity.declaration, Parameters.cart.declaration,
        ],
        examples: ["cartctl set qianbao 3", "cartctl set qianbao 0"],
        run: { (arguments, session) throws(CartError) in
            let call = SetLineItem(
                cart: arguments[Parameters.cart],
                product: try arguments.required(Parameters.product),
                quantity: try arguments.required(Parameters.newQuantity).quantity()
            )
            let answer = try session.service().call(call)
            let quantity = call.quantity == 0 ? "not in the cart" : "\(call.quantity) times in the cart"
            return CartReport(answer, done: "\(call.product) is \(quantity) now")
        }
    )

    /// `show`.
    static let show = CommandDeclaration(
        path: ["show"],
        section: .carts,
        summary: "show a cart and what can be done with it",
        parameters: [Parameters.cart.declaration],
        examples: ["cartctl show", "cartctl --json show --cart till-2"],
        run: { (arguments, session) throws(CartError) in
            CartReport(try session.service().call(ShowCart(cart: arguments[Parameters.cart])))
        }
    )

    /// `clear`.
    static let clear = CommandDeclaration(
        path: ["clear"],
        section: .carts,
        summary: "take every line out of a cart",
        parameters: [Parameters.cart.declaration],
        examples: ["cartctl clear"],
        run: { (arguments, session) throws(CartError) in
            let answer = try session.service().call(ClearCart(cart: arguments[Parameters.cart]))
            return CartReport(answer, done: "Removed every line")
        }
    )

    /// `carts`.
    static let carts = CommandDeclaration(
        path: ["carts"],
        section: .carts,
        summary: "list the carts",
        notes: watchNotes,
        parameters: [Parameters.watch.declaration, Parameters.count.declaration],
        rules: [.needs("--count", with: "--watch")],
        examples: ["cartctl carts", "cartctl carts --watch"],
        run: { (arguments, session) throws(CartError) in
            guard arguments.contains(Parameters.watch) else {
                return CartListReport(carts: try session.service().carts())
            }
            return try watch(WatchCarts(), WatchedCarts(), arguments, session)
        }
    )
}
