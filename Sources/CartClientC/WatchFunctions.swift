public import CCartClient
import CartClient

/// `cartclient_watch_cart`.
@_cdecl("cartclient_watch_cart")
public func watchCart(
    client: OpaquePointer?,
    cart: UnsafePointer<CChar>?,
    from: Int64,
    callback: cartclient_event_callback_t?,
    context: UnsafeMutableRawPointer?,
    error: ErrorPlace
) -> OpaquePointer? {
    watch(client, callback, context, error) { () throws(CartError) in
        WatchCart(cart: try Arguments.text(cart, "cart"), from: position(from))
    }
}

/// `cartclient_watch_carts`.
@_cdecl("cartclient_watch_carts")
public func watchCarts(
    client: OpaquePointer?,
    from: Int64,
    callback: cartclient_event_callback_t?,
    context: UnsafeMutableRawPointer?,
    error: ErrorPlace
) -> OpaquePointer? {
    watch(client, callback, context, error) { () throws(CartError) in WatchCarts(from: position(from)) }
}

/// `cartclient_watch_catalogs`.
@_cdecl("cartclient_watch_catalogs")
public func watchCatalogs(
    client: OpaquePointer?,
    catalog: UnsafePointer<CChar>?,
    from: Int64,
    callback: cartclient_event_callback_t?,
    context: UnsafeMutableRawPointer?,
    error: ErrorPlace
) -> OpaquePointer? {
    watch(client, callback, context, error) { () throws(CartError) in
        WatchCatalogs(catalog: try Arguments.text(catalog, "catalog"), from: position(from))
    }
}

/// `cartclient_watch_controls`.
@_cdecl("cartclient_watch_controls")
public func watchControls(
    client: OpaquePointer?,
    control: UnsafePointer<CChar>?,
    events: UInt32,
    from: Int64,
    callback: cartclient_event_callback_t?,
    context: UnsafeMutableRawPointer?,
    error: ErrorPlace
) -> OpaquePointer? {
    watch(client, callback, context, error) { () throws(CartError) in
        WatchControls(
            control: try Arguments.text(control, "control"),
            events: ControlEvents(rawValue: events),
            from: position(from)
        )
    }
}

/// `cartclient_watch_descriptor`.
@_cdecl("cartclient_watch_descriptor")
public func watchDescriptor(watch: OpaquePointer?, error: ErrorPlace) -> Int32 {
    reporting(at: error, otherwise: -1) { () throws(CartError) in try Arguments.watch(watch).descriptor }
}

/// `cartclient_watch_dispatch`.
@_cdecl("cartclient_watch_dispatch")
public func watchDispatch(watch: OpaquePointer?, error: ErrorPlace) -> Int32 {
    reporting(at: error, otherwise: -1) { () throws(CartError) in try Arguments.watch(watch).dispatch() }
}

/// `cartclient_watch_next`.
@_cdecl("cartclient_watch_next")
public func watchNext(
    watch: OpaquePointer?,
    timeout: Int64,
    event: UnsafeMutablePointer<UnsafeMutablePointer<cartclient_event_t>?>?,
    error: ErrorPlace
) -> Int32 {
    event?.pointee = nil
    return reporting(at: error, otherwise: -1) { () throws(CartError) in
        let reader = try Arguments.watch(watch)
        guard let event else { throw .invalidArgument("event is NULL", name: "event") }
        event.pointee = try reader.next(timeout: timeout < 0 ? nil : .milliseconds(timeout))
        return event.pointee == nil ? 0 : 1
    }
}

/// `cartclient_watch_tell_interruptions`.
@_cdecl("cartclient_watch_tell_interruptions")
public func watchTellInterruptions(watch: OpaquePointer?, error: ErrorPlace) -> Int32 {
    reporting(at: error, otherwise: -1) { () throws(CartError) in
        try Arguments.watch(watch).tellInterruptions()
        return 0
    }
}

/// `cartclient_watch_cancel`.
@_cdecl("cartclient_watch_cancel")
public func watchCancel(watch: OpaquePointer?) {
    // NULL has nothing to end.
    try? Arguments.watch(watch).cancel()
}

/// `cartclient_watch_close`.
@_cdecl("cartclient_watch_close")
public func watchClose(watch: OpaquePointer?) {
    // The callback that closes its own watch sees no more events.
    watchCancel(watch: watch)
    Arguments.release(watch, as: EventReader.self)
}

/// Begins a stream.
private func watch<Stream: StreamMethod>(
    _ client: OpaquePointer?,
    _ callback: cartclient_event_callback_t?,
    _ context: UnsafeMutableRawPointer?,
    _ error: ErrorPlace,
    _ method: () throws(CartError) -> Stream
) -> OpaquePointer? where Stream.Event: EventForC {
    reporting(at: error, otherwise: nil) { () throws(CartError) in
        let queue = try Arguments.client(client).subscribe(to: try method())
        return Arguments.handle(keeping: EventReader(queue, callback: callback, context: context))
    }
}

/// Where a stream begins: after a change, or where the number is negative with a snapshot.
private func position(_ from: Int64) -> Int64? { from < 0 ? nil : from }
