import CartModel
import Testing

@Suite("Catalogs")
struct CatalogTests {
    func catalog() throws -> Catalog {
        try Catalog(
            name: "cars",
            groups: [
                ProductGroup(title: "empty"),
                ProductGroup(title: "A", products: [Product(id: "a1", name: "A1"), Product(id: "a2", name: "A2")]),
                ProductGroup(title: ""),
                ProductGroup(title: "B", products: [Product(id: "b1", name: "B1")]),
                ProductGroup(title: "C"),
            ]
        )
    }

    @Test("Positions run through the groups, empty ones too")
    func positions() throws {
        let catalog = try catalog()
        #expect(catalog.count == 3)
        #expect((0..<3).compactMap { catalog.product(at: $0)?.id } == ["a1", "a2", "b1"])
        #expect(catalog.position(of: "b1") == 2)
        #expect(catalog["a2"]?.name == "A2")
        #expect(catalog["nope"] == nil)
        #expect(catalog.positions(ofGroup: 1) == 0..<2)
        #expect(catalog.positions(ofGroup: 2) == 2..<2)
        #expect(catalog.positions(ofGroup: 3) == 2..<3)
    }

    @Test("Outside there is nothing", arguments: [Int.min, -1, 3, Int.max])
    func outside(position: Int) throws {
        let catalog = try catalog()
        #expect(catalog.product(at: position) == nil)
        #expect(catalog.positions(ofGroup: position == 3 ? 5 : position) == nil)
    }

    @Test("Every double id is named with its row, and the first stays meant")
    func duplicates() throws {
        let rows = ["x", "y", "x", "y"].map { Product(id: $0, name: $0) }
        do {
            _ = try Catalog(name: "shop", groups: [ProductGroup(products: rows)])
            Issue.record("duplicates were accepted")
        } catch {
            #expect(error.code == .invalidCatalog)
            #expect(error.details["faults"] == 2)
            guard case .list(let faults)? = error.details["rows"] else {
                Issue.record("no rows in \(error.details)")
                return
            }
            #expect(
                faults == [
                    .object(["row": 3, "key": "id", "reason": "the id x is that of row 1 already"]),
                    .object(["row": 4, "key": "id", "reason": "the id y is that of row 2 already"]),
                ]
            )
        }
    }

    @Test("The same text in another Unicode form is the same id")
    func canonicalEquivalence() {
        let rows = [Product(id: "caf\u{E9}", name: "1"), Product(id: "cafe\u{301}", name: "2")]
        #expect(throws: CartError.self) { try Catalog(name: "shop", groups: [ProductGroup(products: rows)]) }
    }

    @Test("An empty catalog has no next product")
    func empty() throws {
        let catalog = try Catalog(name: "shop", groups: [])
        #expect(catalog.count == 0)
        #expect(try Cart().nextProduct(in: catalog) == nil)
        #expect(try Cart().canAdd(from: catalog) == false)
    }
}

@Suite("Finding products by id")
struct ProductLookupTests {
    @Test("Every id is found at its place, in whatever order the catalog has them", arguments: [0, 1, 2, 3, 1000])
    func lookup(count: Int) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("lookup seed: \(seed)")
        var state = seed
        let ids = (0..<count).map { "p\($0 * 7919 % max(1, count))-é" }.sorted { _, _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return state >> 63 == 0
        }
        for order in [ids, ids.sorted(), ids.sorted().reversed()] {
            let unique = Array(Set(order)).count == order.count
            try #require(unique)
            let products = order.map { Product(id: $0, name: "n") }
            let half = products.count / 2
            let catalog = try Catalog(
                name: "c",
                groups: [
                    ProductGroup(products: Array(products[..<half])), ProductGroup(products: Array(products[half...])),
                ]
            )
            for (position, id) in order.enumerated() {
                #expect(catalog.position(of: id) == position)
            }
            for missing in ["", "a", "p", "p0", "p0-é ", "z"] {
                #expect(catalog.position(of: missing) == nil)
            }
        }
    }
}
