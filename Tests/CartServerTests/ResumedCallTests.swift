import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Glibc
import Systemd
import TestSupport
import Testing

@Suite("Calls whose catalog has been read")
struct ResumedCallTests {
    /// A change of the quantity in the one line of the cart.
    func set(_ quantity: Int64) -> SetLineItem { SetLineItem(cart: "till", product: "p7", quantity: quantity) }

    /// Gives the dispatcher what was read, as far as that goes into a turn.
    func finishReading(_ desk: Desk) {
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
    }

    /// Ends the turn and those that are left, looking at each.
    func finishTurns(_ desk: Desk, _ look: () throws -> Void = {}) throws {
        var turns = 0
        repeat {
            _ = desk.dispatcher.resumeCalls()
            #expect(desk.dispatcher.endTurn().failure == nil)
            try look()
            turns += 1
            try #require(turns < 1000, "the calls are never done")
        } while desk.dispatcher.hasCallsToResume
    }

    func versions(_ replies: [CBORValue]) -> [CBORValue?] { replies.map { $0["result"]?["cart"]?["version"] } }

    @Test("They go into turns as large as any, with others in between, and who watches is told every change")
    func turns() throws {
        let desk = try LargeCatalogTests.desk(turn: 100)
        let (watcher, all, other) = (try Watcher(desk), try Watcher(desk), try desk.peer())
        try watcher.send(WatchCart(cart: "till"), id: 7)
        #expect(try all.watch(WatchCarts()).count == 1)
        let peers = try (0..<6).map { _ in try desk.peer() }
        for (number, peer) in peers.enumerated() {
            for id in 0..<60 { try desk.send(set(Int64(2 + 60 * number + id)), id: UInt64(id), from: peer) }
        }
        finishReading(desk)
        #expect(desk.dispatcher.heldCount <= 100)
        #expect(desk.dispatcher.hasCallsToResume)
        var told: (cart: [Int64], all: [Int64]) = ([], [])
        var replies = peers.map { _ in [CBORValue]() }
        var turns = 0
        try finishTurns(desk) {
            #expect(desk.dispatcher.heldCount == 0)
            told.cart += try watcher.events(WatchCart.self).compactMap(\.cart?.version)
            told.all += try all.events(WatchCarts.self).compactMap {
                $0.kind == .changed ? $0.carts?.first?.version : nil
            }
            for (number, peer) in peers.enumerated() { replies[number] += try desk.replies(to: peer) }
            #expect(try desk.call(ShowCart(), from: other).cart.version == 0)
            turns += 1
        }
        #expect(turns >= 4)
        // A stream begins with what the turn left in which it was opened.
        #expect(told.cart == Array((told.cart.first ?? 0)...361))
        #expect(told.cart.count > 200)
        #expect(told.all == Array(2...361))
        for (number, replies) in replies.enumerated() {
            #expect(replies.map { $0["id"] } == (0..<60).map { .unsigned($0) })
            #expect(versions(replies) == (0..<60).map { .unsigned(UInt64(2 + 60 * number + $0)) })
        }
        #expect(desk.dispatcher.statistics.commits >= 4)
    }

    @Test("A turn of them ends before it pushes its own changes out of the history, where somebody watches")
    func largeTurn() throws {
        let desk = try LargeCatalogTests.desk()
        let (watcher, all, peer) = (try Watcher(desk), try Watcher(desk), try desk.peer())
        let lines = try (0..<500).map {
            try LineItem(product: Product(id: "p\($0)", name: String(repeating: "x", count: 100)), quantity: 1)
        }
        desk.dispatcher.store.put(try Cart(name: "big", catalog: "c", capacity: 1000, version: 1, lines: lines))
        try desk.dispatcher.store.commit()
        _ = desk.dispatcher.endTurn()
        #expect(try all.watch(WatchCarts()).count == 1)
        try watcher.send(WatchCart(cart: "big"), id: 7)
        for id in 0..<60 as Range<UInt64> {
            try desk.send(SetLineItem(cart: "big", product: "p1", quantity: Int64(id) + 2), id: id, from: peer)
        }
        finishReading(desk)
        var told: (cart: [Int64], all: [Int64]) = ([], [])
        var replies = 0
        try finishTurns(desk) {
            #expect(!desk.dispatcher.isTurnFull)
            told.cart += try watcher.events(WatchCart.self).compactMap(\.cart?.version)
            told.all += try all.events(WatchCarts.self).compactMap {
                $0.kind == .changed ? $0.carts?.first?.version : nil
            }
            replies += try desk.replies(to: peer).count
        }
        #expect(told.cart == Array((told.cart.first ?? 0)...61))
        #expect(told.cart.count > 30)
        #expect(told.all == Array(2...61))
        #expect(replies == 60)
    }

    @Test("What a connection asks of the catalog stays in order; another one need not stand in its line")
    func order() throws {
        let desk = try LargeCatalogTests.desk(turn: 2)
        let (peer, other) = (try desk.peer(), try desk.peer())
        for id in 1...5 as ClosedRange<UInt64> { try desk.send(set(Int64(id) + 1), id: id, from: peer) }
        finishReading(desk)
        #expect(desk.dispatcher.heldCount == 2)
        try desk.send(ShowCart(cart: "till"), id: 1, from: other)
        try desk.send(set(7), id: 6, from: peer)
        try desk.send(ShowCart(cart: "till"), id: 7, from: peer)
        try desk.send(ShowCart(), id: 8, from: peer)
        try desk.send(ListCarts(), id: 9, from: peer)
        _ = desk.dispatcher.endTurn()
        #expect(versions(try desk.replies(to: other)) == [3])
        var replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [1, 2, 9])
        try finishTurns(desk)
        replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [3, 4, 5, 6, 7, 8])
        #expect(versions(replies) == [4, 5, 6, 7, 7, 0])
        #expect(try desk.call(ShowCart(cart: "till"), from: peer).cart.lines.first?.quantity == 7)
    }

    @Test("Until its turn has come each can be taken back, and its time can pass")
    func gone() throws {
        let clock = PendingTests.Clock()
        let desk = try LargeCatalogTests.desk(turn: 1, clock: { clock.now })
        let (peer, leaving) = (try desk.peer(), try desk.peer())
        try desk.send(set(2), id: 1, from: peer)
        try desk.send(set(90), id: 1, from: leaving)
        try desk.send(set(3), id: 2, timeout: 100, from: peer)
        try desk.send(set(4), id: 3, from: peer)
        try desk.send(set(5), id: 4, timeout: 200, from: peer)
        try desk.send(set(6), id: 5, from: peer)
        finishReading(desk)
        desk.dispatcher.forget(leaving)
        try desk.send(CancelRequest(request: 3), id: 9, from: peer)
        clock.now = clock.now.advanced(by: .milliseconds(100))
        #expect(desk.dispatcher.expire(at: clock.now).map(\.id) == [peer.id])
        // The time of the other one passes, and it is its turn before anybody has looked at the clock.
        clock.now = clock.now.advanced(by: .milliseconds(100))
        try finishTurns(desk)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [1, 3, 9, 2, 4, 5])
        #expect(
            replies.map { $0["error"]?["code"] } == [
                nil, "cancelled", nil, "deadlineExceeded", "deadlineExceeded", nil,
            ]
        )
        #expect(replies[4]["error"]?["details"] == ["applied": false])
        #expect(versions([replies[0], replies[5]]) == [2, 3])
        #expect(desk.dispatcher.nextDeadline == nil)
        #expect(try desk.call(ShowCart(cart: "till"), from: peer).cart.lines.first?.quantity == 6)
    }

    @Test("A call's time is that from when it was read, whatever its connection has sent since")
    func late() throws {
        let clock = PendingTests.Clock()
        let desk = try LargeCatalogTests.desk(clock: { clock.now })
        let peer = try desk.peer()
        try desk.send(set(2), id: 1, timeout: 100, from: peer)
        try desk.send(set(3), id: 2, timeout: 1000, from: peer)
        clock.now = clock.now.advanced(by: .milliseconds(90))
        try desk.send(ShowStatus(), id: 3, from: peer)
        clock.now = clock.now.advanced(by: .milliseconds(30))
        finishReading(desk)
        try finishTurns(desk)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [3, 1, 2])
        #expect(replies.map { $0["error"]?["code"] } == [nil, "deadlineExceeded", nil])
        #expect(replies[1]["error"]?["details"] == ["applied": false])
        #expect(try desk.call(ShowCart(cart: "till"), from: peer).cart.version == 2)
    }

    @Test("A turn that the disk refuses is that of its own calls; those that are left are done")
    func refusedTurn() throws {
        let desk = try LargeCatalogTests.desk(turn: 2)
        let peer = try desk.peer()
        for id in 1...4 as ClosedRange<UInt64> { try desk.send(set(Int64(id) + 1), id: id, from: peer) }
        try desk.fillDisk()
        finishReading(desk)
        #expect(desk.dispatcher.endTurn().failure?.code == .storageFailure)
        try desk.emptyDisk()
        try finishTurns(desk)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [1, 2, 3, 4])
        #expect(replies.map { $0["error"]?["code"] } == ["storageFailure", "storageFailure", nil, nil])
        #expect(versions(replies) == [nil, nil, 2, 3])
    }

    @Test("A catalog that cannot be read is refused to all that waited for it, however many turns that takes")
    func unreadable() throws {
        let desk = try LargeCatalogTests.desk(turn: 2)
        let peer = try desk.peer()
        for id in 1...5 as ClosedRange<UInt64> { try desk.send(ShowCatalog(catalog: "c"), id: id, from: peer) }
        let name = try #require(desk.folder.names(in: "catalogs").first)
        let file = "\(desk.folder.path)/catalogs/\(name)"
        try #require(rename(file, file + ".away") == 0)
        finishReading(desk)
        try finishTurns(desk)
        #expect(desk.reader.take().isEmpty)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [1, 2, 3, 4, 5])
        #expect(replies.allSatisfy { $0["error"]?["code"] == "storageFailure" })
        // And the next one tries again, also where nobody has waited for the last word.
        for id in [6, 7, 8] as [UInt64] {
            try desk.send(ShowCatalog(catalog: "c"), id: id, from: peer)
            try desk.send(CancelRequest(request: id), id: 20, from: peer)
            #expect(try desk.replies(to: peer).map { $0["id"] } == [.unsigned(id), 20])
            let results = desk.reader.take()
            #expect(results.count == 1)
            for result in results { #expect(desk.dispatcher.finish(result).isEmpty) }
        }
    }
}
