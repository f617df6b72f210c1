import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing

/// How long a screenful takes to answer, whatever the catalog: 50 tiles or rows of 1,000 and of 1,000,000 products.
///
/// Both are asked for in turns, and of each the shortest of many turns counts, which no neighbour of the process disturbs.
@Suite("Time of a screen", .serialized)
struct ScreenTimeTests {
    private static func catalog(_ name: String, count: Int) throws -> Catalog {
        let products = (0..<count).map { Product(id: "p\($0)", name: "Product \($0)") }
        return try Catalog(name: name, groups: [ProductGroup(products: products)])
    }

    @Test("A window and a hit of 1,000,000 products take as long as of 1,000")
    func grid() throws {
        let desk = try Desk()
        let counts = ["thousand": 1_000, "million": 1_000_000]
        for (name, count) in counts { _ = try desk.dispatcher.store.put(try Self.catalog(name, count: count)) }
        func compare(_ what: String, _ answer: (String, Int) throws -> Int) throws {
            let clock = ContinuousClock()
            var best: [String: Duration] = [:]
            for _ in 0..<200 {
                for (name, count) in counts {
                    var found = 0
                    let time = try clock.measure { found = try answer(name, count) }
                    #expect(found == 50)
                    best[name] = min(best[name] ?? time, time)
                }
            }
            let (thousand, million) = (try #require(best["thousand"]), try #require(best["million"]))
            print("\(what): 50 of 1,000 in \(thousand), of 1,000,000 in \(million)")
            #expect(million <= thousand * 1.5)
        }
        try compare("layout.grid") { name, count in
            // Five rows of ten in the middle.
            let visible = Rect(x: 0, y: Double(count / 20) * 102.5, width: 1_000, height: 500)
            let call = LayOutGrid(
                catalog: name,
                width: 1_000,
                height: 500,
                columns: 10,
                rows: 5,
                tileWidth: 90,
                tileHeight: 90,
                visible: visible
            )
            return try desk.serve(call).items.count
        }
        try compare("layout.list") { name, count in
            let visible = Rect(x: 0, y: Double(count / 2) * 60, width: 320, height: 3_000)
            let answer = try desk.serve(LayOutList(catalog: name, height: 3_000, visible: visible))
            return answer.sections.map(\.rows.count).reduce(0, +)
        }
        try compare("hit.list, 50 times") { name, count in
            var found = 0
            for row in 0..<50 {
                let y = Double(count / 2 + row) * 60
                let list = LayOutList(catalog: name, offset: y - 100)
                found += try desk.serve(HitList(list: list, point: Point(x: 100, y: y + 30))).hit == nil ? 0 : 1
            }
            return found
        }
    }
}
