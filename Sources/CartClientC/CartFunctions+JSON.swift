public import CCartClient
import CartClient
import CartJSON

// The functions that return a cart as JSON text, in the order of cartclient.h.

/// A text that is the caller's to free; nil where the error says why not.
public typealias TextPointer = UnsafeMutablePointer<CChar>?

/// `cartclient_add_json`.
@_cdecl("cartclient_add_json")
public func addJSON(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    product: UnsafePointer<CChar>?,
    quantity: Int64,
    options: UnsafePointer<cartclient_add_options_t>?,
    error: ErrorPlace
) -> TextPointer {
    CartCalls.json(error) { () throws(CartError) in try CartCalls.add(client, cart, product, quantity, options) }
}

/// `cartclient_remove_json`.
@_cdecl("cartclient_remove_json")
public func removeJSON(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    product: UnsafePointer<CChar>?,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> TextPointer {
    CartCalls.json(error) { () throws(CartError) in try CartCalls.remove(client, cart, product, expectedVersion) }
}

/// `cartclient_remove_line_json`.
@_cdecl("cartclient_remove_line_json")
public func removeLineJSON(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    index: Int64,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> TextPointer {
    CartCalls.json(error) { () throws(CartError) in try CartCalls.removeLine(client, cart, index, expectedVersion) }
}

/// `cartclient_set_json`.
@_cdecl("cartclient_set_json")
public func setJSON(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    product: UnsafePointer<CChar>?,
    quantity: Int64,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> TextPointer {
    CartCalls.json(error) { () throws(CartError) in
        try CartCalls.set(client, cart, product, quantity, expectedVersion)
    }
}

/// `cartclient_clear_json`.
@_cdecl("cartclient_clear_json")
public func clearJSON(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    expectedVersion: UnsafePointer<Int64>?,
    error: ErrorPlace
) -> TextPointer {
    CartCalls.json(error) { () throws(CartError) in try CartCalls.clear(client, cart, expectedVersion) }
}

/// `cartclient_show_json`.
@_cdecl("cartclient_show_json")
public func showJSON(client: OpaquePointer?, cart: UnsafePointer<CChar>?, error: ErrorPlace) -> TextPointer {
    CartCalls.json(error) { () throws(CartError) in try CartCalls.show(client, cart) }
}

/// `cartclient_carts_json`.
@_cdecl("cartclient_carts_json")
public func cartsJSON(client: OpaquePointer?, error: ErrorPlace) -> TextPointer {
    reporting(at: error, otherwise: nil) { () throws(CartError) in
        try Block.text(JSON(carts: try Arguments.client(client).carts()).text)
    }
}
