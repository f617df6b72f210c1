import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing

@Suite("Streams through the dispatcher")
struct StreamTests {
    func kinds(_ events: [some StreamEvent]) -> [StreamEventKind] { events.map(\.kind) }

    @Test("A cart as it is, then as it is after every change, with what ShowCart says at that time")
    func cart() throws {
        let desk = try Desk()
        let (watcher, writer) = (try Watcher(desk), try desk.peer(user: 2))
        let first = try watcher.watch(WatchCart())
        #expect(kinds(first) == [.snapshot])
        #expect(first[0].cart == (try desk.call(ShowCart(), from: writer)).cart)
        #expect(first[0].canAdd == true && first[0].canRemove == false)
        var expected: [CartAnswer] = []
        for _ in 0..<6 { expected.append(try desk.call(AddLineItem(), from: writer)) }
        expected.append(try desk.call(RemoveLineItem(), from: writer))
        // Another cart's changes, and what changes nothing, are not told.
        _ = try desk.call(AddLineItem(cart: "other"), from: writer)
        _ = try desk.call(SetLineItem(product: "danjianbao", quantity: 1), from: writer)
        expected.append(try desk.call(ClearCart(), from: writer))
        let events = try watcher.events(WatchCart.self)
        #expect(kinds(events) == expected.map { _ in .changed })
        #expect(events.map(\.cart) == expected.map(\.cart))
        #expect(events.map(\.canAdd) == expected.map(\.canAdd))
        #expect(events.map(\.canRemove) == expected.map(\.canRemove))
        #expect(events.map(\.sequence) == [1, 2, 3, 4, 5, 6, 7, 9])
        #expect(events[5].canAdd == false)
    }

    @Test("Nothing is told before it is on disk, and what begins in a turn begins with what the turn left there")
    func turns() throws {
        let desk = try Desk()
        let (watcher, late, writer) = (try Watcher(desk), try Watcher(desk), try desk.peer())
        _ = try watcher.watch(WatchCart())
        try desk.send(AddLineItem(), id: 1, from: writer)
        try late.send(WatchCart(), id: 7)
        try desk.send(AddLineItem(), id: 2, from: writer)
        #expect(try watcher.events(WatchCart.self).isEmpty)
        #expect(try late.events(WatchCart.self).isEmpty)
        let outcome = desk.dispatcher.endTurn()
        #expect(outcome.peers.first === writer)
        #expect(Set(outcome.peers.map(\.id)) == [writer.id, watcher.peer.id, late.peer.id])
        #expect(try watcher.events(WatchCart.self).map(\.sequence) == [1, 2])
        let begun = try late.events(WatchCart.self)
        #expect(kinds(begun) == [.snapshot])
        #expect(begun.map(\.sequence) == [2])
        #expect(begun.map(\.cart?.version) == [2])
    }

    @Test("A turn that the disk refuses is never told, and its numbers are given again")
    func refusedTurn() throws {
        let desk = try Desk()
        let (watcher, late, writer) = (try Watcher(desk), try Watcher(desk), try desk.peer())
        _ = try desk.call(AddLineItem(), from: writer)
        #expect(try watcher.watch(WatchCart()).map(\.sequence) == [1])
        try desk.fillDisk()
        try desk.send(AddLineItem(), id: 1, from: writer)
        try late.send(WatchCart(), id: 7)
        #expect(desk.dispatcher.endTurn().failure?.code == .storageFailure)
        #expect(try watcher.events(WatchCart.self).isEmpty)
        #expect(try late.events(WatchCart.self).map(\.cart?.version) == [1])
        _ = try desk.replies(to: writer)
        try desk.emptyDisk()
        let answer = try desk.call(AddLineItem(), from: writer)
        for reader in [watcher, late] {
            let events = try reader.events(WatchCart.self)
            #expect(events.map(\.sequence) == [2])
            #expect(events.map(\.cart) == [answer.cart])
        }
    }

    @Test("All carts without their lines, all catalogs or one, all controls or one")
    func lists() throws {
        let desk = try Desk()
        let (watcher, writer) = (try Watcher(desk), try desk.peer())
        _ = try desk.call(AddLineItem(cart: "b"), from: writer)
        _ = try desk.call(SetControl(control: "x", title: "X"), from: writer)

        let carts = try watcher.watch(WatchCarts(), id: 1)
        #expect(carts.map(\.carts) == [try desk.call(ListCarts(), from: writer).carts])
        #expect(carts[0].more == nil)
        _ = try desk.call(AddLineItem(cart: "a"), from: writer)
        #expect(
            try watcher.events(WatchCarts.self, id: 1).map(\.carts) == [
                [ListCarts.CartSummary(name: "a", catalog: "shop", version: 1, capacity: 6, lines: 1)]
            ]
        )
        #expect(try watcher.frames(1).isEmpty)

        let catalogs = try Watcher(desk)
        let cars = try Watcher(desk)
        let menu = try Watcher(desk)
        #expect(
            try catalogs.watch(WatchCatalogs()).map(\.catalogs) == [
                try desk.call(ListCatalogs(), from: writer).catalogs
            ]
        )
        #expect(try cars.watch(WatchCatalogs(catalog: "cars")).map { $0.catalogs?.map(\.name) } == [["cars"]])
        #expect(try menu.watch(WatchCatalogs(catalog: "menu")).map(\.catalogs) == [[]])
        try desk.put("menu", products: 3)
        _ = try desk.call(RemoveCatalog(catalog: "cars"), from: writer)
        let view = CatalogSummaryView(name: "menu", version: 1, groups: 1, products: 3)
        let all = try catalogs.events(WatchCatalogs.self)
        #expect(kinds(all) == [.changed, .removed])
        #expect(all.map(\.catalogs) == [[view], nil])
        #expect(all.map(\.name) == [nil, "cars"])
        #expect(try cars.events(WatchCatalogs.self).map(\.name) == ["cars"])
        #expect(try menu.events(WatchCatalogs.self).map(\.catalogs) == [[view]])

        let controls = try Watcher(desk)
        let one = try Watcher(desk)
        #expect(try controls.watch(WatchControls()).map { $0.controls?.map(\.name) } == [["x"]])
        #expect(try one.watch(WatchControls(control: "y")).map(\.controls) == [[]])
        let made = try desk.call(SetControl(control: "y", title: "Y"), from: writer)
        _ = try desk.call(SendControlEvents(control: "x", events: .touchDown), from: writer)
        let pressed = try desk.call(ChangeControlState(control: "y", set: .highlighted), from: writer)
        _ = try desk.call(SendControlEvents(control: "y", events: [.touchUpInside, .valueChanged]), from: writer)
        _ = try desk.call(RemoveControl(control: "y"), from: writer)
        let both = try controls.events(WatchControls.self)
        let second = try one.events(WatchControls.self)
        #expect(second == both.filter { $0.name != "x" })
        #expect(kinds(both) == [.changed, .sent, .changed, .sent, .removed])
        #expect(both.map(\.controls) == [[made.control], nil, [pressed.control], nil, nil])
        #expect(both.map(\.name) == [nil, "x", nil, "y", "y"])
        #expect(both.map(\.events) == [nil, .touchDown, nil, [.touchUpInside, .valueChanged], nil])
        #expect(both.map(\.state) == [nil, .normal, nil, .highlighted, nil])
        let numbers = both.map(\.sequence)
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    }

    @Test("Of what is sent to a control, just what the mask has; changes in any case", arguments: [0, 64, 65, 4096])
    func mask(bits: UInt32) throws {
        let desk = try Desk()
        let (watcher, writer) = (try Watcher(desk), try desk.peer())
        _ = try watcher.watch(WatchControls(control: "c", events: ControlEvents(rawValue: bits)))
        _ = try desk.call(SetControl(control: "c", title: "C"), from: writer)
        for events in [1, 64, 65, 2] as [UInt32] {
            _ = try desk.call(SendControlEvents(control: "c", events: ControlEvents(rawValue: events)), from: writer)
        }
        _ = try desk.call(ChangeControlState(control: "c", set: .selected), from: writer)
        let events = try watcher.events(WatchControls.self)
        #expect(kinds(events).filter { $0 == .changed }.count == 2)
        #expect(events.compactMap(\.events?.rawValue) == [1, 64, 65, 2].filter { $0 & bits != 0 })
    }

    @Test("A change of its catalog is told to a cart's stream, once, whatever else has changed in that turn")
    func catalogOfCart() throws {
        let desk = try Desk()
        let (watcher, writer) = (try Watcher(desk), try desk.peer())
        try desk.put("menu", products: 1)
        _ = try desk.call(AddLineItem(cart: "t", catalog: "menu"), from: writer)
        #expect(try watcher.watch(WatchCart(cart: "t")).map(\.canAdd) == [false])
        try desk.put("menu", products: 2)
        try desk.put("unrelated", products: 2)
        #expect(try watcher.events(WatchCart.self).map(\.canAdd) == [true])
        _ = try desk.call(RemoveCatalog(catalog: "menu"), from: writer)
        let gone = try watcher.events(WatchCart.self)
        #expect(gone.map(\.canAdd) == [false])
        #expect(gone.map { $0.cart?.lines.map(\.available) } == [[false]])
        // The change of the cart tells what comes of the catalog's.
        _ = try desk.dispatcher.store.put(try Desk.catalog("menu", products: 3))
        try desk.send(AddLineItem(cart: "t"), id: 1, from: writer)
        _ = desk.dispatcher.endTurn()
        let both = try watcher.events(WatchCart.self)
        #expect(both.map(\.cart?.version) == [2])
        #expect(both.map(\.canAdd) == [true])
    }

    @Test("Who comes back with the last number is told what it has missed, and nothing twice")
    func resumes() throws {
        let desk = try Desk()
        let writer = try desk.peer()
        var expected: [Int64] = []
        for round in 0..<20 as Range<Int64> {
            if round % 2 == 0 { expected.append(round + 1) }
            _ = try desk.call(
                SetLineItem.set(cart: round % 2 == 0 ? "a" : "b", quantity: round + 1),
                from: writer,
                making: true
            )
        }
        for from in 0...20 as ClosedRange<Int64> {
            let watcher = try Watcher(desk)
            let events = try watcher.watch(WatchCart(cart: "a", from: from))
            #expect(kinds(events).first == .resumed)
            #expect(events.first?.sequence == from)
            #expect(events.dropFirst().map(\.sequence) == expected.filter { $0 > from })
            #expect(events.dropFirst().allSatisfy { $0.kind == .changed })
        }
        for from in [-1, 21, Int64.max, .min] {
            let events = try Watcher(desk).watch(WatchCart(cart: "a", from: from))
            #expect(kinds(events) == [.resync, .snapshot])
            #expect(events.map(\.sequence) == [0, 20])
        }
    }

    @Test("A list comes in pages that fit, and what changes meanwhile comes after the last")
    func pages() throws {
        var limits = PendingLimits()
        limits.unreadEvents = 1
        let desk = try Desk(limits: limits)
        let writer = try desk.peer()
        let names = (0..<3000).map { "cart number \($0 + 1000)" }
        for name in names { desk.dispatcher.store.put(try Cart(name: name)) }
        try desk.dispatcher.store.commit()
        let watcher = try Watcher(desk)
        try watcher.send(WatchCarts(), id: 7)
        // With a bound of one byte every reading brings one event.
        var events: [WatchCarts.Event] = []
        while events.last?.more != nil || events.isEmpty {
            desk.dispatcher.tellStreams(of: watcher.peer)
            events += try watcher.read(WatchCarts.self)
            _ = try desk.call(AddLineItem(cart: names[events.count]), from: writer)
        }
        #expect(events.count > 3)
        #expect(events.flatMap { $0.carts?.map(\.name) ?? [] } == names)
        #expect(Set(events.map(\.sequence)) == [3000])
        let pages = events.count
        let changes = try watcher.events(WatchCarts.self)
        #expect(changes.map { $0.carts?.map(\.name) ?? [] } == (1...pages).map { [names[$0]] })
        #expect(changes.map(\.sequence) == (1...Int64(pages)).map { 3000 + $0 })
    }

    @Test("Open streams are counted, limited for a connection and for all, and gone with their peer")
    func limits() throws {
        var limits = PendingLimits()
        limits.streams = 3
        limits.allStreams = 5
        let desk = try Desk(limits: limits)
        let peers = [try desk.peer(), try desk.peer()]
        for id in 1...3 as ClosedRange<UInt64> {
            try desk.send(WatchCart(), id: id, from: peers[0])
        }
        #expect(try desk.replies(to: peers[0]).count == 3)
        try desk.send(WatchCarts(), id: 4, from: peers[0])
        let refusal = try desk.replies(to: peers[0]).first?["error"]
        #expect(refusal?["code"] == "overloaded")
        #expect(refusal?["details"] == ["limit": "streams", "used": 3, "allowed": 3])
        for id in 1...3 as ClosedRange<UInt64> {
            try desk.send(WatchControls(), id: id, from: peers[1])
        }
        #expect(
            try desk.replies(to: peers[1]).compactMap { $0["error"]?["details"]?["limit"] } == ["allStreams"]
        )
        #expect(try desk.serve(ShowStatus()).streams == 5)
        desk.dispatcher.forget(peers[0])
        #expect(try desk.serve(ShowStatus()).streams == 2)
        try desk.send(WatchControls(), id: 3, from: peers[1])
        #expect(try desk.replies(to: peers[1]).last?["event"] != nil)
        desk.dispatcher.forget(peers[1])
        #expect(try desk.serve(ShowStatus()).streams == 0)
        _ = try desk.call(AddLineItem(), from: try desk.peer())
    }

    @Test("What cannot be watched is refused")
    func refusals() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        func code(_ method: some Method) throws -> CBORValue? {
            try desk.send(method, id: 1, from: peer)
            return try desk.replies(to: peer).first?["error"]?["code"]
        }
        #expect(try code(WatchCart(cart: "nope")) == "unknownCart")
        #expect(try code(WatchCart(cart: "")) == "invalidName")
        #expect(try code(WatchCatalogs(catalog: "a\n")) == "invalidName")
        #expect(try code(WatchControls(control: "")) == "invalidName")
        #expect(try desk.serve(ShowStatus()).streams == 0)
    }
}

extension Desk {
    static func catalog(_ name: String, products: Int) throws -> Catalog {
        try Catalog(
            name: name,
            groups: [ProductGroup(products: (0..<products).map { Product(id: "p\($0)", name: "P") })]
        )
    }

    /// Puts a catalog in, as an import does, in a turn of its own.
    func put(_ name: String, products: Int) throws {
        _ = try dispatcher.store.put(try Self.catalog(name, products: products))
        try dispatcher.store.commit()
        _ = dispatcher.endTurn()
    }

    /// Calls; where `making`, the cart is made first if it has to be, and only then.
    func call(_ method: SetLineItem, from peer: Peer, making: Bool) throws -> CartAnswer {
        guard making, dispatcher.store.storedCart(named: method.cart ?? "") == nil else {
            return try call(method, from: peer)
        }
        return try call(AddLineItem(cart: method.cart, product: method.product), from: peer)
    }
}

extension SetLineItem {
    /// One product of a cart.
    static func set(cart: String, quantity: Int64) -> SetLineItem {
        SetLineItem(cart: cart, product: "qianbao", quantity: quantity)
    }
}

extension Watcher {
    /// What is there to be read, without the streams going on.
    func read<M: StreamMethod>(_ type: M.Type) throws -> [M.Event] {
        var events: [M.Event] = []
        var reader = FrameReader()
        var bytes: [UInt8] = []
        peer.output.send { sendable in
            bytes += sendable
            return sendable.count
        }
        try bytes.withUnsafeBytes { bytes in
            var input = bytes
            while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                events.append(try CBORDecoder().decode(StreamFrame<M.Event>.self, from: payload).event)
            }
        }
        return events
    }
}
