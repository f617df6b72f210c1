import CBOR
import CartModel
import CartProtocol
import CartServer
import Testing

@testable import CartStore

@Suite("A turn whose commit fails")
struct FailedCommitTests {
    func code(_ reply: CBORValue?) -> CBORValue? { reply?["error"]?["code"] }

    @Test("Changes are refused, what only read is answered from the disk, and what was durable before stays answered")
    func answersAgain() throws {
        let desk = try Desk()
        let writer = try desk.peer()
        let reader = try desk.peer()
        let first = try desk.call(AddLineItem(product: "qianbao"), key: "first", from: writer)
        #expect(first.cart.version == 1)

        try desk.dispatcher.store.database.execute("PRAGMA max_page_count = 1")
        let long = String(repeating: "x", count: 300)
        let big = try Catalog(
            name: "big",
            groups: [ProductGroup(products: (0..<2000).map { Product(id: "p\($0)", name: long) })]
        )
        _ = try desk.dispatcher.store.put(big)
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
}
