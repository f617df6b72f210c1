package import CartModel
package import CartProtocol

extension JSON {
    /// `{"cart":{"name","catalog","version","capacity","lines":[...]},"canAdd","canRemove"}`.
    package init(_ answer: CartAnswer) {
        self = ["cart": JSON(answer.cart), "canAdd": .boolean(answer.canAdd), "canRemove": .boolean(answer.canRemove)]
    }

    /// `{"name","catalog","version","capacity","lines":[{"id","product","quantity"}]}`.
    ///
    /// A line whose product is no longer in the catalog also has `"available":false`.
    package init(_ cart: CartView) {
        self = [
            "name": .string(cart.name),
            "catalog": .string(cart.catalog),
            "version": .integer(cart.version),
            "capacity": .integer(cart.capacity),
            "lines": .array(
                cart.lines.map { line in
                    let members: JSON = [
                        "id": .string(line.id),
                        "product": JSON(line.product),
                        "quantity": .integer(line.quantity),
                    ]
                    return line.available == false ? members.adding(["available": false]) : members
                }
            ),
        ]
    }

    /// `{"id","name","icon"}`; the icon is null where there is none.
    package init(_ product: Product) {
        self = ["id": .string(product.id), "name": .string(product.name), "icon": .string(orNull: product.icon)]
    }

    /// `{"carts":[{"name","catalog","version","capacity","lines"}]}`, where `lines` is their number.
    package init(carts: [ListCarts.CartSummary]) {
        self = ["carts": .array(carts.map { JSON($0) })]
    }

    /// `{"name","catalog","version","capacity","lines"}`, where `lines` is their number.
    package init(_ cart: ListCarts.CartSummary) {
        self = [
            "name": .string(cart.name),
            "catalog": .string(cart.catalog),
            "version": .integer(cart.version),
            "capacity": .integer(cart.capacity),
            "lines": .integer(cart.lines),
        ]
    }
}
