import CCartClient

/// Compiles only where every function has the type that cartclient.h declares; it is never called.
private func compareWithHeader() {
    func agree<Function>(_ declared: Function, _ defined: Function) {}

    agree(cartclient_version, version)
    agree(cartclient_open, open)
    agree(cartclient_close, close)
    agree(cartclient_add, add)
    agree(cartclient_add_json, addJSON)
    agree(cartclient_remove, remove)
    agree(cartclient_remove_json, removeJSON)
    agree(cartclient_remove_line, removeLine)
    agree(cartclient_remove_line_json, removeLineJSON)
    agree(cartclient_set, set)
    agree(cartclient_set_json, setJSON)
    agree(cartclient_clear, clear)
    agree(cartclient_clear_json, clearJSON)
    agree(cartclient_show, show)
    agree(cartclient_show_json, showJSON)
    agree(cartclient_carts, carts)
    agree(cartclient_carts_json, cartsJSON)
    agree(cartclient_call_json, callJSON)
    agree(cartclient_watch_cart, watchCart)
    agree(cartclient_watch_carts, watchCarts)
    agree(cartclient_watch_catalogs, watchCatalogs)
    agree(cartclient_watch_controls, watchControls)
    agree(cartclient_watch_descriptor, watchDescriptor)
    agree(cartclient_watch_dispatch, watchDispatch)
    agree(cartclient_watch_next, watchNext)
    agree(cartclient_watch_tell_interruptions, watchTellInterruptions)
    agree(cartclient_watch_cancel, watchCancel)
    agree(cartclient_watch_close, watchClose)
}
