import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing

/// How long it takes to take up a stream again, by how much it has missed.
///
/// All are asked for in turns, and of each the shortest of many turns counts, which no neighbour of the process disturbs.
@Suite("Time of a stream", .serialized)
struct StreamTimeTests {
    /// A desk with a change of the default cart and so many of its catalog, and the number of the first.
    func desk(changes count: Int64) throws -> (desk: Desk, first: Int64) {
        let desk = try Desk()
        _ = try desk.call(AddLineItem(product: "qianbao"), from: desk.peer())
        let first = desk.dispatcher.store.history.newest
        let catalog = try Desk.catalog("shop", products: 1)
        for _ in 0..<count { _ = try desk.dispatcher.store.put(catalog) }
        try desk.dispatcher.store.commit()
        _ = desk.dispatcher.endTurn()
        return (desk, first)
    }

    /// The shortest time to tell a stream what it has missed since a change, and what it is told.
    func measure(_ desk: Desk, from: Int64, _ best: inout Duration) throws -> [WatchCart.Event] {
        let watcher = try Watcher(desk)
        var events: [WatchCart.Event] = []
        let time = try ContinuousClock().measure { events = try watcher.watch(WatchCart(from: from)) }
        best = min(best, time)
        desk.dispatcher.forget(watcher.peer)
        return events
    }

    @Test("Changes of its catalog that a later one of the cart tells too cost a stream next to nothing")
    func overtaken() throws {
        let (desk, first) = try desk(changes: 2400)
        _ = try desk.call(SetLineItem(product: "qianbao", quantity: 9), from: desk.peer())
        let newest = desk.dispatcher.store.history.newest
        var (few, many) = (Duration.seconds(60), Duration.seconds(60))
        for _ in 0..<10 {
            for from in [newest - 301, first] {
                let events =
                    try from == first ? measure(desk, from: from, &many) : measure(desk, from: from, &few)
                #expect(events.map(\.kind) == [.resumed, .changed])
                #expect(events.map(\.sequence) == [from, newest])
                #expect(events.last?.cart?.lines.first?.quantity == 9)
            }
        }
        print("a stream that has missed 300 changes of its catalog: \(few), 2,400: \(many)")
        #expect(many < few * 16)
    }

    @Test("Changes of its catalog that no later one tells are told, one and all")
    func told() throws {
        let (desk, first) = try desk(changes: 300)
        var best = Duration.seconds(60)
        let events = try measure(desk, from: first - 1, &best)
        #expect(events.map(\.kind) == [.resumed, .changed] + Array(repeating: .changed, count: 300))
        #expect(events.map(\.sequence) == [first - 1] + Array(first...(first + 300)))
    }
}
