import CBOR
import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import Glibc
import TestSupport
import Testing

@Suite("Large catalogs are never read on the event loop")
struct UnreadCatalogTests {
    /// Whether the catalog is on disk only; reading it by the way would put it in memory.
    func isUnread(_ desk: Desk, _ catalog: String = "shop") -> Bool {
        desk.dispatcher.store.load(ofCatalog: catalog) != nil
    }

    /// Gives the dispatcher what was read, and ends the turn.
    func finishReading(_ desk: Desk) {
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
    }

    @Test(
        "The default cart is filled from one before anybody has changed it, and whoever asks waits",
        arguments: [
            AddLineItem(product: "p1"), ShowCart(), ClearCart(), SetLineItem(product: "p5", quantity: 2), LayOutGrid(),
            HitGrid(grid: LayOutGrid(), point: Point(x: 1, y: 1)),
        ] as [any Method & Sendable]
    )
    func defaultCart(method: any Method & Sendable) throws {
        let desk = try LargeCatalogTests.desk(catalog: "shop")
        let peer = try desk.peer()
        try desk.send(method, id: 1, from: peer)
        _ = desk.dispatcher.endTurn()
        #expect(try desk.replies(to: peer).isEmpty)
        #expect(isUnread(desk))
        finishReading(desk)
        #expect(!isUnread(desk))
        let replies = try desk.replies(to: peer)
        #expect(replies.count == 1)
        let result = try #require(replies.first?["result"])
        if !(method is HitGrid) { #expect(result["canAdd"] == true) }
    }

    @Test("A stream of the default cart begins once its catalog has been read, with what can be added")
    func defaultStream() throws {
        let desk = try LargeCatalogTests.desk(catalog: "shop")
        let watcher = try Watcher(desk)
        #expect(try watcher.watch(WatchCart()).isEmpty)
        finishReading(desk)
        let events = try watcher.events(WatchCart.self)
        #expect(events.map(\.kind) == [.snapshot])
        #expect(events.map(\.canAdd) == [true])
        #expect(events.map(\.cart?.version) == [0])
    }

    @Test("A cart that there is not is refused at once, and a new one is filled from the catalog that is named")
    func others() throws {
        let desk = try LargeCatalogTests.desk(catalog: "shop")
        let peer = try desk.peer()
        try desk.send(ShowCart(cart: "nobody's"), id: 1, from: peer)
        try desk.send(WatchCart(cart: "nobody's"), id: 2, from: peer)
        #expect(try desk.replies(to: peer).map { $0["error"]?["code"] } == ["unknownCart", "unknownCart"])
        #expect(try desk.call(AddLineItem(catalog: "cars"), from: peer).cart.catalog == "cars")
        #expect(isUnread(desk))
    }

    /// Every method, in ways that need the catalog of the cart `till`, of the default cart, or of their own.
    static let calls: [any Method] = [
        Describe(), ShowStatus(), CancelRequest(request: 9), Hello(software: "test"), ImportCatalog(catalog: "new"),
        AddLineItem(), AddLineItem(cart: "till"), AddLineItem(cart: "till", product: "p7"),
        AddLineItem(cart: "new", product: "p1", catalog: "shop"), RemoveLineItem(), RemoveLineItem(cart: "till"),
        SetLineItem(product: "p1", quantity: 1), SetLineItem(cart: "till", product: "p7", quantity: 3), ClearCart(),
        ClearCart(cart: "till"), ShowCart(), ShowCart(cart: "till"), ListCarts(), ListCatalogs(),
        ShowCatalog(catalog: "shop"), RemoveCatalog(catalog: "cars"), LayOutGrid(), LayOutGrid(cart: "till"),
        LayOutGrid(catalog: "shop"), LayOutList(catalog: "shop"), LayOutControl(control: "c"),
        HitGrid(grid: LayOutGrid(), point: Point(x: 1, y: 1)),
        HitGrid(grid: LayOutGrid(cart: "till"), point: Point(x: 1, y: 1)),
        HitList(list: LayOutList(catalog: "shop"), point: Point(x: 1, y: 1)),
        HitControl(control: LayOutControl(control: "c"), point: Point(x: 1, y: 1)), SetControl(control: "c"),
        ClearControl(control: "c"), ShowControl(control: "c"), ListControls(), ChangeControlState(control: "c"),
        SendControlEvents(control: "c", events: .touchDown), PollControlEvents(), RemoveControl(control: "c"),
        WatchCart(), WatchCart(cart: "till"), WatchCarts(), WatchCatalogs(), WatchCatalogs(catalog: "shop"),
        WatchControls(),
    ]

    @Test("No method of the protocol reads one, whatever is asked, changed and watched meanwhile")
    func everyMethod() throws {
        func name(_ method: some Method) -> String { type(of: method).name }
        #expect(Set(Self.calls.map { name($0) }) == Set(Request.methods.map(\.name)))
        let desk = try LargeCatalogTests.desk(catalog: "shop")
        for method in Self.calls {
            let peer = try desk.peer()
            try desk.send(method, id: 1, from: peer)
            _ = desk.dispatcher.endTurn()
            let replies = try desk.replies(to: peer)
            #expect(isUnread(desk), "\(method)")
            // What the handler would have refused for want of the catalog has waited instead.
            #expect(replies.allSatisfy { $0["error"]?["code"] != "overloaded" }, "\(method)")
        }
        finishReading(desk)
        #expect(!isUnread(desk))
    }

    @Test("A handler that is asked all the same refuses, and changes nothing")
    func handler() throws {
        let desk = try LargeCatalogTests.desk()
        let store = desk.dispatcher.store
        let handled: [() throws -> Void] = [
            { _ = try desk.serve(ShowCart(cart: "till")) }, { _ = try desk.serve(ClearCart(cart: "till")) },
            { _ = try desk.serve(AddLineItem(cart: "till", product: "p7")) },
            { _ = try desk.serve(AddLineItem(cart: "till")) }, { _ = try desk.serve(LayOutGrid(cart: "till")) },
            { _ = try desk.serve(LayOutList(catalog: "c")) }, { _ = try desk.serve(ShowCatalog(catalog: "c")) },
        ]
        for handle in handled {
            #expect(code(handle) == .overloaded)
            #expect(isUnread(desk, "c"))
            #expect(!store.hasUncommittedChanges)
        }
    }

    @Test("Who was told of a cart without its catalog, which could not be read, is told again once it has been")
    func readAgain() throws {
        let desk = try LargeCatalogTests.desk()
        let (watcher, late, other, peer) = (try Watcher(desk), try Watcher(desk), try Watcher(desk), try desk.peer())
        let name = try #require(desk.folder.names(in: "catalogs").first)
        let file = "\(desk.folder.path)/catalogs/\(name)"
        try #require(rename(file, file + ".away") == 0)
        #expect(try watcher.watch(WatchCart(cart: "till")).isEmpty)
        finishReading(desk)
        var events = try watcher.events(WatchCart.self)
        #expect(events.map(\.kind) == [.snapshot])
        #expect(events.map(\.canAdd) == [false])
        // Carts of other catalogs have nothing to do with it.
        #expect(try other.watch(WatchCart()).map(\.canAdd) == [true])
        // A line goes on by itself, and what is told of it is without the catalog still.
        try desk.send(AddLineItem(cart: "till", product: "p7"), id: 1, from: peer)
        finishReading(desk)
        #expect(try desk.replies(to: peer).first?["result"]?["canAdd"] == false)
        events = try watcher.events(WatchCart.self)
        #expect(events.map(\.kind) == [.changed])
        #expect(events.map(\.canAdd) == [false])
        // It fails once more, which is no news.
        try desk.send(ShowCart(cart: "till"), id: 2, from: peer)
        finishReading(desk)
        #expect(try desk.replies(to: peer).first?["result"]?["canAdd"] == false)
        #expect(try watcher.events(WatchCart.self).isEmpty)

        try #require(rename(file + ".away", file) == 0)
        // The one that asks now finds it right at once; the one that has watched all the time is told.
        #expect(try late.watch(WatchCart(cart: "till")).isEmpty)
        for result in desk.reader.take() {
            #expect(Set(desk.dispatcher.finish(result).map(\.id)) == [late.peer.id, watcher.peer.id])
        }
        _ = desk.dispatcher.endTurn()
        let begun = try late.events(WatchCart.self)
        #expect(begun.map(\.kind) == [.snapshot])
        #expect(begun.map(\.canAdd) == [true])
        let told = try watcher.events(WatchCart.self)
        #expect(told.map(\.kind) == [.resync, .snapshot])
        #expect(told.last?.canAdd == true)
        #expect(told.last?.cart == begun.last?.cart)
        #expect(try other.events(WatchCart.self).isEmpty)
        // And then every change, once.
        _ = try desk.call(AddLineItem(cart: "till", product: "p8"), from: peer)
        for watcher in [watcher, late] {
            let events = try watcher.events(WatchCart.self)
            #expect(events.map(\.kind) == [.changed])
            #expect(events.map(\.canAdd) == [true])
        }
    }

    @Test("Changes that a stream has yet to be told come first, and with the catalog nothing is told anew")
    func behind() throws {
        var limits = PendingLimits()
        limits.unreadEvents = 1
        let desk = try LargeCatalogTests.desk(limits: limits)
        let (watcher, peer) = (try Watcher(desk), try desk.peer())
        let name = try #require(desk.folder.names(in: "catalogs").first)
        let file = "\(desk.folder.path)/catalogs/\(name)"
        try #require(rename(file, file + ".away") == 0)
        try watcher.send(WatchCart(cart: "till"), id: 7)
        finishReading(desk)
        desk.dispatcher.tellStreams(of: watcher.peer)
        for quantity in 2...4 as ClosedRange<Int64> {
            try desk.send(SetLineItem(cart: "till", product: "p7", quantity: quantity), id: 1, from: peer)
            finishReading(desk)
            #expect(try desk.replies(to: peer).first?["result"]?["canAdd"] == false)
        }
        try #require(rename(file + ".away", file) == 0)
        try desk.send(ShowCart(cart: "till"), id: 2, from: peer)
        finishReading(desk)
        let events = try watcher.events(WatchCart.self)
        #expect(events.map(\.kind) == [.snapshot, .changed, .changed, .changed])
        #expect(events.map(\.canAdd) == [false, true, true, true])
        #expect(events.compactMap(\.cart?.lines.first?.quantity) == [1, 2, 3, 4])
    }
}
