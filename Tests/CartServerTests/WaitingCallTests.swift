import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Systemd
import Testing

@Suite("Calls that wait for a large catalog")
struct WaitingCallTests {
    @Test("They hold up no other call of their connection, and can be taken back")
    func cancel() throws {
        let desk = try LargeCatalogTests.desk()
        let peer = try desk.peer()
        try desk.send(AddLineItem(cart: "till", product: "p9"), id: 1, from: peer)
        try desk.send(AddLineItem(cart: "till", product: "p9"), id: 2, from: peer)
        try desk.send(ShowStatus(), id: 3, from: peer)
        try desk.send(ShowStatus(), id: 2, from: peer)
        #expect(try desk.replies(to: peer).map { $0["id"] } == [3, 2])
        try desk.send(CancelRequest(request: 1), id: 4, from: peer)
        let taken = try desk.replies(to: peer)
        #expect(taken.map { $0["id"] } == [1, 4])
        #expect(taken[0]["error"]?["code"] == "cancelled")
        #expect(taken[0]["error"]?["details"] == ["applied": false])
        #expect(taken[1]["result"] == ["cancelled": true])
        try desk.send(CancelRequest(request: 2), id: 4, from: peer)
        #expect(try desk.replies(to: peer).count == 2)
        // The catalog is read once, also for whom comes while it is read.
        try desk.send(AddLineItem(cart: "till", product: "p9", quantity: 5), id: 6, from: peer)
        let results = desk.reader.take()
        #expect(results.count == 1)
        for result in results { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
        let done = try desk.replies(to: peer)
        #expect(done.map { $0["id"] } == [6])
        #expect(done.first?["result"]?["cart"]?["version"] == 2)
        #expect(done.first?["result"]?["cart"]?["lines"]?[1]?["quantity"] == 5)
    }

    @Test("Their time passes while they wait")
    func late() throws {
        let clock = PendingTests.Clock()
        let desk = try LargeCatalogTests.desk(clock: { clock.now })
        let peer = try desk.peer()
        let start = clock.now
        try desk.send(AddLineItem(cart: "till", product: "p9"), id: 1, timeout: 300, from: peer)
        try desk.send(ShowCart(cart: "till"), id: 2, timeout: 100, from: peer)
        try desk.send(ShowCart(cart: "till"), id: 3, timeout: 900, from: peer)
        #expect(desk.dispatcher.nextDeadline == start.advanced(by: .milliseconds(100)))
        #expect(desk.dispatcher.expire(at: start.advanced(by: .milliseconds(99))).isEmpty)
        clock.now = start.advanced(by: .milliseconds(300))
        #expect(desk.dispatcher.expire(at: clock.now).count == 2)
        let late = try desk.replies(to: peer)
        #expect(Set(late.map { $0["id"] }) == [1, 2])
        #expect(late.allSatisfy { $0["error"]?["code"] == "deadlineExceeded" })
        #expect(late.allSatisfy { $0["error"]?["details"] == ["applied": false] })
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
        let shown = try desk.replies(to: peer)
        #expect(shown.map { $0["id"] } == [3])
        #expect(shown.first?["result"]?["cart"]?["version"] == 1)
        #expect(desk.dispatcher.nextDeadline == nil)
    }

    @Test("A stream of a cart waits too, and begins with what there is then")
    func stream() throws {
        let desk = try LargeCatalogTests.desk()
        let (watcher, all) = (try Watcher(desk), try Watcher(desk))
        #expect(try watcher.watch(WatchCart(cart: "till")).isEmpty)
        #expect(try all.watch(WatchCarts()).count == 1)
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        let begun = try watcher.events(WatchCart.self)
        #expect(begun.map(\.kind) == [.snapshot])
        #expect(begun.map(\.canAdd) == [true])
        #expect(begun.first?.cart?.lines.map(\.available) == [nil])
    }

    @Test("A connection that has many of them is not heard further until they are done; then all are")
    func many() throws {
        let desk = try LargeCatalogTests.desk()
        let peer = try desk.peer()
        var bytes: [UInt8] = []
        for id in 1...200 as ClosedRange<UInt64> {
            try FrameWriter().append(OutgoingRequest(id: id, params: ShowCart(cart: "till")), to: &bytes)
        }
        let rest = desk.receive(bytes, from: peer)
        #expect(!rest.isEmpty && rest.count < bytes.count)
        #expect(!peer.isReady)
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        #expect(peer.isReady)
        #expect(desk.receive(rest, from: peer).isEmpty)
        #expect(try desk.replies(to: peer).map { $0["id"] } == (1...200).map { .unsigned($0) })
    }
}
