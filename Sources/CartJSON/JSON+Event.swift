import CartModel
package import CartProtocol

extension JSON {
    /// `{"sequence","kind"}`, and with `snapshot` and `changed` `"cart"`, `"canAdd"` and `"canRemove"`.
    package init(_ event: WatchCart.Event) {
        self = Self.event(
            event,
            [
                ("cart", event.cart.map { JSON($0) }),
                ("canAdd", event.canAdd.map { .boolean($0) }),
                ("canRemove", event.canRemove.map { .boolean($0) }),
            ]
        )
    }

    /// `{"sequence","kind"}`, and with `snapshot` and `changed` `"carts"`, whose `lines` are their number.
    package init(_ event: WatchCarts.Event) {
        self = Self.event(event, [("carts", event.carts.map { .array($0.map { JSON($0) }) })])
    }

    /// `{"sequence","kind"}`, with `snapshot` and `changed` `"catalogs"`, with `removed` `"name"`.
    package init(_ event: WatchCatalogs.Event) {
        self = Self.event(
            event,
            [
                ("catalogs", event.catalogs.map { .array($0.map { JSON($0) }) }),
                ("name", event.name.map { .string($0) }),
            ]
        )
    }

    /// `{"sequence","kind"}`, with `snapshot` and `changed` `"controls"`, with `removed` `"name"`, with `sent` also `"events"`
    /// and `"state"` as UIKit's bits.
    package init(_ event: WatchControls.Event) {
        self = Self.event(
            event,
            [
                ("controls", event.controls.map { .array($0.map { JSON($0) }) }),
                ("name", event.name.map { .string($0) }),
                ("events", event.events.map { .integer(Int64($0.rawValue)) }),
                ("state", event.state.map { .integer(Int64($0.rawValue)) }),
            ]
        )
    }

    /// What all events have, then what this one has, then `"more":true` where the next page of a snapshot follows.
    private static func event(_ event: some StreamEvent, _ members: [(name: String, value: JSON?)]) -> JSON {
        let head: JSON = ["sequence": .integer(event.sequence), "kind": .string(event.kind.rawValue)]
        let body = members.compactMap { member in member.value.map { Member(name: member.name, value: $0) } }
        let whole = head.adding(.object(body))
        return event.more == true ? whole.adding(["more": true]) : whole
    }
}
