public import CCartClient
import CartClient

// The functions that return a cart, in the order of cartclient.h.

/// A cart that is the caller's to free; nil where the error says why not.
public typealias CartPointer = UnsafeMutablePointer<cartclient_cart_t>?

/// `cartclient_add`.
@_cdecl("cartclient_add")
public func add(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    product: UnsafePointer<CChar>?,
    quantity: Int64,
    options: UnsafePointer<cartclient_add_options_t>?,
    error: ErrorPlace
) -> CartPointer {
    CartCalls.cart(error) { () throws(CartError) in try CartCalls.add(client, cart, product, quantity, options) }
}

/// `cartclient_remove`.
@_cdecl("cartclient_remove")
public func remove(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    product: UnsafePointer<CChar>?,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> CartPointer {
    CartCalls.cart(error) { () throws(CartError) in try CartCalls.remove(client, cart, product, expectedVersion) }
}

/// `cartclient_remove_line`.
@_cdecl("cartclient_remove_line")
public func removeLine(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    index: Int64,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> CartPointer {
    CartCalls.cart(error) { () throws(CartError) in try CartCalls.removeLine(client, cart, index, expectedVersion) }
}

/// `cartclient_set`.
@_cdecl("cartclient_set")
public func set(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    product: UnsafePointer<CChar>?,
    quantity: Int64,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> CartPointer {
    CartCalls.cart(error) { () throws(CartError) in
        try CartCalls.set(client, cart, product, quantity, expectedVersion)
    }
}

/// `cartclient_clear`.
@_cdecl("cartclient_clear")
public func clear(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> CartPointer {
    CartCalls.cart(error) { () throws(CartError) in try CartCalls.clear(client, cart, expectedVersion) }
}

/// `cartclient_show`.
@_cdecl("cartclient_show")
public func show(client: OpaquePointer?, cart: UnsafePointer<CChar>?, error: ErrorPlace) -> CartPointer {
    CartCalls.cart(error) { () throws(CartError) in try CartCalls.show(client, cart) }
}

/// `cartclient_carts`.
@_cdecl("cartclient_carts")
public func carts(
    client: OpaquePointer?,
    error: ErrorPlace
) -> UnsafeMutablePointer<cartclient_cart_list_t>? {
    reporting(at: error, otherwise: nil) { () throws(CartError) in
        let carts = try Arguments.client(client).carts()
        return try Block.make { block in
            cartclient_cart_list_t(cart_count: carts.count, carts: block.list(carts) { $0.summary($1) })
        }
    }
}
