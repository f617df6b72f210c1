import CCartClient
import CartClient
import CartJSON

/// An event of a stream that a caller in C can be given.
protocol EventForC: StreamEvent {
    /// The event as JSON.
    var json: JSON { get }
    /// Adds what only this kind of stream tells.
    func fill(_ event: inout cartclient_event_t, in block: inout Block)
}

extension Block {
    /// Places what an event points to.
    mutating func event(_ source: some EventForC) -> cartclient_event_t {
        var event = cartclient_event_t()
        event.sequence = source.sequence
        event.kind = text(source.kind.rawValue)
        event.more = source.more == true
        source.fill(&event, in: &self)
        event.json = text(source.json.text)
        return event
    }
}

extension WatchCart.Event: EventForC {
    var json: JSON { JSON(self) }

    func fill(_ event: inout cartclient_event_t, in block: inout Block) {
        guard let cart, let canAdd, let canRemove else { return }
        let value = block.cart(CartAnswer(cart: cart, canAdd: canAdd, canRemove: canRemove))
        event.cart = block.value(value)
    }
}

extension WatchCarts.Event: EventForC {
    var json: JSON { JSON(self) }

    func fill(_ event: inout cartclient_event_t, in block: inout Block) {
        guard let carts else { return }
        event.cart_count = carts.count
        event.carts = block.list(carts) { $0.summary($1) }
    }
}

extension WatchCatalogs.Event: EventForC {
    var json: JSON { JSON(self) }

    func fill(_ event: inout cartclient_event_t, in block: inout Block) {
        event.name = name.flatMap { block.text($0) }
        guard let catalogs else { return }
        event.catalog_count = catalogs.count
        event.catalogs = block.list(catalogs) { block, catalog in
            cartclient_catalog_summary_t(
                name: block.text(catalog.name),
                version: catalog.version,
                group_count: Int64(catalog.groups),
                product_count: Int64(catalog.products)
            )
        }
    }
}

extension WatchControls.Event: EventForC {
    var json: JSON { JSON(self) }

    func fill(_ event: inout cartclient_event_t, in block: inout Block) {
        event.name = name.flatMap { block.text($0) }
        event.events = events?.rawValue ?? 0
        event.state = state?.rawValue ?? 0
        guard let controls else { return }
        event.control_count = controls.count
        event.controls = block.list(controls) { block, control in
            cartclient_control_t(
                name: block.text(control.name),
                version: control.version,
                state: control.state.rawValue
            )
        }
    }
}
