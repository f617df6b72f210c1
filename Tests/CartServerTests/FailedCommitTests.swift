import CBOR
import CartModel
import CartProtocol
import CartServer
import Testing
import TestSupport

@testable import CartStore

@Suite("A turn whose commit fails")
struct FailedCommitTests {
    /// Changes more than the disk takes.
    func changeTooMuch(_ desk: Desk) throws {
        try desk.dispatcher.store.database.execute("PRAGMA max_page_count = 1")
        let long = String(repeating: "x", count: 300)
        let big = try Catalog(
            name: "big",
            groups: [ProductGroup(products: (0..<2000).map { Product(id: "p\($0)", name: long) })]
        )
        _ = try desk.dispatcher.store.put(big)
    }

    func code(_ reply: CBORValue?) -> CBORValue? { reply?["error"]?["code"] }

    @Test("Changes are refused, what only read is answered from the disk, and what was durable before stays answered")
    func answersAgain() throws {
        let desk = try Desk()
        let writer = try desk.peer()
        let reader = try desk.peer()
        let first = try desk.call(AddLineItem(product: "qianbao"), key: "first", from: writer)
        #expect(first.cart.version == 1)

        try changeTooMuch(desk)
        try desk.send(AddLineItem(product: "qianbao"), id: 1, key: "second", from: writer)
        try desk.send(AddLineItem(product: "qianbao"), id: 2, key: "first", from: writer)
        try desk.send(ShowCart(), id: 3, from: reader)
        try desk.send(RemoveLineItem(product: "nope"), id: 4, from: reader)
        let outcome = desk.dispatcher.endTurn()
        #expect(outcome.failure?.code == .storageFailure)
        #expect(outcome.notes.isEmpty)

        let written = try desk.replies(to: writer)
        #expect(written.map { code($0) } == ["storageFailure", nil])
        #expect(written.last?["result"]?["cart"]?["version"] == 1)
        let read = try desk.replies(to: reader)
        #expect(read.first?["result"]?["cart"]?["version"] == 1)
        #expect(code(read.last) == "storageFailure")
        #expect(try desk.call(ShowCart(), from: reader).cart.version == 1)
    }

    @Test("An import that was asked for and read in the turn is refused once")
    func importInTheTurn() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let file = try desk.folder.write("[{\"name\": \"tea\"}]", to: "c.json")
        try changeTooMuch(desk)
        _ = try DispatcherImportTests().begin(desk, peer, file: file)
        for result in desk.reader.take() {
            _ = desk.dispatcher.finish(result)
        }
        #expect(desk.dispatcher.endTurn().failure?.code == .storageFailure)
        #expect(try desk.replies(to: peer).map { code($0) } == ["storageFailure"])
    }

    @Test("An import that is still being read is answered when it has been")
    func importBehindTheTurn() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let file = try desk.folder.write("[{\"name\": \"tea\"}]", to: "c.json")
        try changeTooMuch(desk)
        _ = try DispatcherImportTests().begin(desk, peer, file: file)
        try desk.send(ShowCart(), id: 2, from: try desk.peer())
        #expect(desk.dispatcher.endTurn().failure?.code == .storageFailure)
        #expect(try desk.replies(to: peer).isEmpty)
        for result in desk.reader.take() {
            _ = desk.dispatcher.finish(result)
        }
        #expect(desk.dispatcher.endTurn().failure == nil)
        #expect(try desk.replies(to: peer).first?["result"]?["catalog"]?["products"] == 1)
    }

    @Test("An import that is repeated in the turn is answered as the first time; one without a file says so")
    func repeatedImport() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let file = try desk.folder.write("[{\"name\": \"tea\"}]", to: "c.json")
        _ = try DispatcherImportTests().begin(desk, peer, file: file, key: "k")
        for result in desk.reader.take() {
            _ = desk.dispatcher.finish(result)
        }
        _ = desk.dispatcher.endTurn()
        let first = try desk.replies(to: peer)
        #expect(first.first?["result"]?["catalog"]?["version"] == 1)

        try changeTooMuch(desk)
        _ = try DispatcherImportTests().begin(desk, peer, file: file, key: "k")
        try desk.send(ImportCatalog(catalog: "c"), id: 2, from: peer)
        #expect(desk.dispatcher.endTurn().failure?.code == .storageFailure)
        let again = try desk.replies(to: peer)
        #expect(again.first == first.first)
        #expect(again.map { code($0) } == [nil, "malformed"])
    }

    @Test("What is asked by who is gone is not done again, above all no stream opened that nobody would end")
    func gone() throws {
        var limits = PendingLimits()
        limits.allStreams = 1
        let desk = try Desk(limits: limits)
        let (first, second, writer) = (try Watcher(desk), try Watcher(desk), try desk.peer())
        #expect(try first.watch(WatchCarts()).count == 1)
        try changeTooMuch(desk)
        try desk.send(AddLineItem(product: "qianbao"), id: 1, from: writer)
        // Refused, because there is one already; which then goes, and so does who asked.
        try second.send(WatchCarts(), id: 7)
        desk.dispatcher.forget(first.peer)
        desk.dispatcher.forget(second.peer)
        #expect(desk.dispatcher.endTurn().failure?.code == .storageFailure)
        #expect(desk.dispatcher.statistics.streams == 0)
        #expect(second.peer.account.usage.streams == 0)
        #expect(try Watcher(desk).watch(WatchCarts()).count == 1)
        #expect(try desk.replies(to: writer).map { code($0) } == ["storageFailure"])
    }

    @Test("A request that is answered again was taken once")
    func countsOnce() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        try changeTooMuch(desk)
        try desk.send(AddLineItem(product: "qianbao"), id: 1, from: peer)
        try desk.send(ShowCart(), id: 2, from: peer)
        #expect(desk.dispatcher.endTurn().failure != nil)
        #expect(desk.dispatcher.statistics.requests == 2)
    }
}
