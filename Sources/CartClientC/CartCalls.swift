import CCartClient
import CartClient
import CartJSON

/// The calls on a cart with the arguments of C, and the two forms of their answer.
enum CartCalls {
    /// The answer as a struct.
    static func cart(_ error: ErrorPlace, _ call: () throws(CartError) -> CartAnswer) -> CartPointer {
        reporting(at: error, otherwise: nil) { () throws(CartError) in
            let answer = try call()
            return try Block.make { $0.cart(answer) }
        }
    }

    /// The answer as JSON text.
    static func json(_ error: ErrorPlace, _ call: () throws(CartError) -> CartAnswer) -> TextPointer {
        reporting(at: error, otherwise: nil) { () throws(CartError) in try Block.text(JSON(try call()).text) }
    }

    static func add(
        _ client: OpaquePointer?,
        _ cart: UnsafePointer<CChar>?,
        _ product: UnsafePointer<CChar>?,
        _ quantity: Int64,
        _ options: UnsafePointer<cartclient_add_options_t>?
    ) throws(CartError) -> CartAnswer {
        let options = options?.pointee
        return try Arguments.client(client).call(
            AddLineItem(
                cart: try Arguments.text(cart, "cart"),
                product: try Arguments.text(product, "product"),
                quantity: quantity,
                catalog: try Arguments.text(options?.catalog, "options->catalog"),
                capacity: options.flatMap { $0.capacity == 0 ? nil : $0.capacity },
                expectedVersion: options?.expected_version?.pointee
            )
        )
    }

    static func remove(
        _ client: OpaquePointer?,
        _ cart: UnsafePointer<CChar>?,
        _ product: UnsafePointer<CChar>?,
        _ expectedVersion: UnsafePointer<Int64>?
    ) throws(CartError) -> CartAnswer {
        try Arguments.client(client).call(
            RemoveLineItem(
                cart: try Arguments.text(cart, "cart"),
                product: try Arguments.text(product, "product"),
                expectedVersion: expectedVersion?.pointee
            )
        )
    }

    static func removeLine(
        _ client: OpaquePointer?,
        _ cart: UnsafePointer<CChar>?,
        _ index: Int64,
        _ expectedVersion: UnsafePointer<Int64>?
    ) throws(CartError) -> CartAnswer {
        try Arguments.client(client).call(
            RemoveLineItem(
                cart: try Arguments.text(cart, "cart"),
                index: index,
                expectedVersion: expectedVersion?.pointee
            )
        )
    }

    static func set(
        _ client: OpaquePointer?,
        _ cart: UnsafePointer<CChar>?,
        _ product: UnsafePointer<CChar>?,
        _ quantity: Int64,
        _ expectedVersion: UnsafePointer<Int64>?
    ) throws(CartError) -> CartAnswer {
        try Arguments.client(client).call(
            SetLineItem(
                cart: try Arguments.text(cart, "cart"),
                product: try Arguments.required(product, "product"),
                quantity: quantity,
                expectedVersion: expectedVersion?.pointee
            )
        )
    }

    static func clear(
        _ client: OpaquePointer?,
        _ cart: UnsafePointer<CChar>?,
        _ expectedVersion: UnsafePointer<Int64>?
    ) throws(CartError) -> CartAnswer {
        try Arguments.client(client).call(
            ClearCart(cart: try Arguments.text(cart, "cart"), expectedVersion: expectedVersion?.pointee)
        )
    }

    static func show(
        _ client: OpaquePointer?,
        _ cart: UnsafePointer<CChar>?
    ) throws(CartError) -> CartAnswer {
        try Arguments.client(client).call(ShowCart(cart: try Arguments.text(cart, "cart")))
    }
}
