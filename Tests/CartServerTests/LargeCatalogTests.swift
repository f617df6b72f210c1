import CBOR
import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import Glibc
import Systemd
import TestSupport
import Testing

@Suite("Large catalogs through the dispatcher")
struct LargeCatalogTests {
    static func file(_ count: Int, mark: String = "") -> String {
        "[" + (0..<count).map { #"{"id": "p\#($0)", "name": "Product \#($0)\#(mark)"}"# }.joined(separator: ",") + "]"
    }

    /// A desk whose store has a large catalog on disk only, and a cart filled from it.
    ///
    /// - Parameter catalog: The name of the catalog; with `shop` it is that of the default cart too, which nobody has
    ///   changed.
    static func desk(
        catalog: String = "c",
        limits: PendingLimits = PendingLimits(),
        turn: Int = ServerLimits().turn,
        clock: @escaping () -> MonotonicInstant = { .now }
    ) throws -> Desk {
        try Desk(folder: try folder(catalog), limits: limits, turn: turn, clock: clock)
    }

    private static func folder(_ catalog: String) throws -> TemporaryFolder {
        let desk = try Desk()
        let peer = try desk.peer()
        let file = try desk.folder.write(file(3000), to: "c.json")
        _ = try DispatcherImportTests().begin(desk, peer, file: file, name: catalog)
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
        #expect(try desk.replies(to: peer).first?["result"]?["catalog"]?["products"] == 3000)
        _ = try desk.call(AddLineItem(cart: "till", product: "p7", catalog: catalog), from: peer)
        return desk.folder
    }

    @Test("Who needs a catalog that is not in memory waits, and nobody else does")
    func waiting() throws {
        let desk = try Self.desk()
        let (peer, second, other) = (try desk.peer(), try desk.peer(), try desk.peer())
        #expect(desk.dispatcher.store.hasUnloadedCatalogs)
        try desk.send(ShowCart(cart: "till"), id: 1, from: peer)
        try desk.send(AddLineItem(cart: "till", product: "p9"), id: 2, from: second)
        #expect(try desk.replies(to: peer).isEmpty)
        #expect(try desk.replies(to: second).isEmpty)
        // Its size is known, and its absence from a cart does not matter.
        #expect(try desk.call(ListCatalogs(), from: other).catalogs.first { $0.name == "c" }?.products == 3000)
        #expect(try desk.call(AddLineItem(product: "qianbao"), from: other).cart.lines.count == 1)
        // It is read once for all.
        let results = desk.reader.take()
        #expect(results.count == 1)
        for result in results {
            #expect(desk.dispatcher.finish(result).map(\.id) == [peer.id, second.id])
        }
        _ = desk.dispatcher.endTurn()
        #expect(try desk.replies(to: peer).first?["result"]?["canAdd"] == true)
        #expect(try desk.replies(to: second).first?["result"]?["cart"]?["version"] == 2)
        #expect(try desk.call(ShowCatalog(catalog: "c"), from: other).catalog.products == 3000)
    }

    @Test("Every call that shows a catalog waits for it, and is answered", arguments: 0..<8)
    func calls(number: Int) throws {
        let desk = try Self.desk()
        let peer = try desk.peer()
        let grid = LayOutGrid(catalog: "c")
        switch number {
        case 0: try desk.send(ShowCatalog(catalog: "c"), id: 1, from: peer)
        case 1: try desk.send(LayOutList(catalog: "c"), id: 1, from: peer)
        case 2: try desk.send(grid, id: 1, from: peer)
        case 3: try desk.send(LayOutGrid(cart: "till"), id: 1, from: peer)
        case 4: try desk.send(HitGrid(grid: grid, point: .init(x: 1, y: 1)), id: 1, from: peer)
        case 5: try desk.send(ClearCart(cart: "till"), id: 1, from: peer)
        case 6: try desk.send(SetLineItem(cart: "till", product: "p7", quantity: 4), id: 1, from: peer)
        default: try desk.send(RemoveLineItem(cart: "till"), id: 1, from: peer)
        }
        #expect(try desk.replies(to: peer).isEmpty)
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
        let replies = try desk.replies(to: peer)
        #expect(replies.count == 1)
        #expect(replies.first?["result"] != nil)
    }

    @Test("A catalog that cannot be read is refused to whom needs it, and tried again")
    func unreadable() throws {
        let desk = try Self.desk()
        let peer = try desk.peer()
        let name = try #require(desk.folder.names(in: "catalogs").first)
        let file = "\(desk.folder.path)/catalogs/\(name)"
        try #require(rename(file, file + ".away") == 0)
        for isBack in [false, true] {
            if isBack { try #require(rename(file + ".away", file) == 0) }
            try desk.send(ShowCatalog(catalog: "c"), id: 1, from: peer)
            for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
            let reply = try desk.replies(to: peer).first
            #expect(reply?["error"]?["code"] == (isBack ? nil : "storageFailure"))
        }
    }

    @Test("A peer that goes away while a catalog is read for it leaves nothing behind")
    func gone() throws {
        let desk = try Self.desk()
        let (peer, other) = (try desk.peer(), try desk.peer())
        try desk.send(AddLineItem(cart: "till", product: "p9"), id: 1, from: peer)
        desk.dispatcher.forget(peer)
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
        #expect(try desk.call(ShowCart(cart: "till"), from: other).cart.version == 1)
    }

    @Test("A large catalog is removed without being read, and its file goes")
    func removed() throws {
        let desk = try Self.desk()
        let peer = try desk.peer()
        #expect(desk.folder.names(in: "catalogs").count == 1)
        #expect(try desk.call(RemoveCatalog(catalog: "c"), from: peer).catalog.products == 3000)
        #expect(desk.folder.names(in: "catalogs") == [])
        #expect(desk.reader.take().isEmpty)
    }

    @Test("An import that is not wanted any more leaves no file, and one that is replaces the file of the one before")
    func files() throws {
        let desk = try Self.desk()
        let (peer, second) = (try desk.peer(), try desk.peer())
        let old = desk.folder.names(in: "catalogs")
        let file = try desk.folder.write(Self.file(2500, mark: "x"), to: "c.json")
        _ = try DispatcherImportTests().begin(desk, peer, file: file)
        desk.dispatcher.forget(peer)
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        #expect(desk.folder.names(in: "catalogs") == old)
        // The same key twice, read twice: the second is answered from the record.
        _ = try DispatcherImportTests().begin(desk, second, file: file, key: "k")
        let third = try desk.peer()
        _ = try DispatcherImportTests().begin(desk, third, file: file, key: "k")
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
        for peer in [second, third] {
            #expect(try desk.replies(to: peer).first?["result"]?["catalog"]?["version"] == 2)
        }
        let new = desk.folder.names(in: "catalogs")
        #expect(new.count == 1)
        #expect(new != old)
    }
}
