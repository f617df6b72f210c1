import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing
import TestSupport

@Suite("Grids through the dispatcher")
struct GridScreenTests {
    static let calls = [
        LayOutGrid(), LayOutGrid(width: 963.3333, columns: 4, tileWidth: 100.3, scale: 1),
        LayOutGrid(columns: 2, tileWidth: 50, tileHeight: 33.3, scale: 2, direction: .rightToLeft),
        LayOutGrid(width: 100, columns: 5, rows: 1, tileWidth: 60, tileHeight: 40, scale: 3),
    ]

    @Test(
        "A window is what filtering the whole grid gives, and may be relative to its origin",
        arguments: Shape.allCases
    )
    func window(shape: Shape) throws {
        let seed = UInt64(shape.rawValue.utf8.count) &+ 3
        var random = SplitMix64(seed: seed)
        let desk = try Desk(shape)
        for call in Self.calls {
            var call = call
            call.catalog = shape.rawValue
            let whole = try desk.whole(call)
            #expect(whole.items.count == (try desk.dispatcher.store.catalog(named: shape.rawValue).count))
            for round in 0..<12 {
                let note: Comment = "seed \(seed), round \(round)"
                let visible = randomRect(near: whole.size, using: &random)
                call.visible = visible
                call.relative = nil
                let expected = whole.items.filter { $0.frame.intersects(visible) }
                let window = try desk.whole(call)
                #expect(window.items == expected, note)
                #expect(window.size == whole.size)
                call.relative = true
                let scale = try Scale(checking: call.scale ?? 0)
                let origin = Point(x: scale.snap(visible.x), y: scale.snap(visible.y))
                #expect(try desk.whole(call).items.map(\.frame) == expected.map { $0.frame.relative(to: origin) }, note)
            }
        }
    }

    @Test("A touch in the middle of a tile finds its product, over the wire", arguments: Shape.allCases)
    func centres(shape: Shape) throws {
        var random = SplitMix64(seed: 11)
        let desk = try Desk(shape)
        let peer = try desk.peer()
        for call in Self.calls {
            var call = call
            call.catalog = shape.rawValue
            for item in try desk.whole(call).items.shuffled(using: &random).prefix(12) {
                let hit = try #require(try desk.call(HitGrid(grid: call, point: item.frame.center), from: peer).hit)
                #expect(hit.kind == .tile)
                #expect(hit.index == item.index)
                #expect(hit.product == item.product)
                #expect(hit.section == nil)
                // The same in the window's own coordinates.
                var scrolled = call
                scrolled.visible = item.frame.offset(by: Point(x: -7.25, y: -3.5))
                scrolled.relative = true
                let shown = try #require(try desk.whole(scrolled).items.first { $0.index == item.index })
                let again = try desk.call(HitGrid(grid: scrolled, point: shown.frame.center), from: peer).hit
                #expect(again?.index == item.index)
            }
        }
    }

    @Test("The icon, the title, and nothing at all")
    func parts() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        for _ in 0..<4 { _ = try desk.call(AddLineItem(), from: peer) }
        func hit(_ x: Double, _ y: Double) throws -> HitAnswer.Hit? {
            try desk.call(HitGrid(point: Point(x: x, y: y)), from: peer).hit
        }
        #expect(try hit(0, 0)?.part == "icon")
        #expect(try hit(79.9, 79.9)?.part == "icon")
        #expect(try hit(79.9, 80)?.part == "title")
        #expect(try hit(100, 0)?.product?.id == "qianbao")
        #expect(try hit(0, 120)?.index == 3)
        for (x, y) in [(80.0, 10.0), (99.9, 10), (10, 100), (110, 130), (-1, 0), (1e300, 1e300)] {
            #expect(try hit(x, y) == nil, "\(x), \(y)")
        }
        #expect(code { _ = try hit(.nan, 0) } == .invalidGeometry)
        #expect(code { _ = try hit(0, -.infinity) } == .invalidGeometry)
        #expect(
            code { _ = try desk.call(HitGrid(grid: LayOutGrid(cart: "nope"), point: .zero), from: peer) }
                == .unknownCart
        )
    }

    @Test("A title that is too wide is shown shortened, one that fits is not")
    func titles() throws {
        let desk = try Desk()
        let names = ["包包包包", "包包包包包", "Handbag 9", "Handbag 10", "i"]
        let products = names.enumerated().map { Product(id: "\($0.offset)", name: $0.element) }
        _ = try desk.dispatcher.store.put(try Catalog(name: "t", groups: [ProductGroup(products: products)]))
        // By the synthetic measure at 17: 4 wide characters are 68 of 80 points, 5 are 85; half of that for Latin.
        let answer = try desk.serve(LayOutGrid(catalog: "t"))
        #expect(answer.items.map(\.text) == [nil, "包包包包…", nil, "Handbag …", nil])
        let small = try desk.serve(LayOutGrid(catalog: "t", fontSize: 10))
        #expect(small.items.allSatisfy { $0.text == nil })
        for size in [0, -1, .nan, .infinity, 10_001] {
            #expect(code { _ = try desk.serve(LayOutGrid(catalog: "t", fontSize: size)) } == .invalidGeometry)
        }
    }

    @Test("Lengths and counts that no grid has are refused, whatever else is asked; the largest are not")
    func hostile() throws {
        let desk = try Desk(.boutique)
        let peer = try desk.peer()
        func code(_ change: (inout LayOutGrid) -> Void) -> CartError.Code? {
            var call = LayOutGrid(catalog: "boutique")
            change(&call)
            let codes = [
                CartServerTests.code { _ = try desk.call(call, from: peer) },
                CartServerTests.code { _ = try desk.call(HitGrid(grid: call, point: .zero), from: peer) },
            ]
            #expect(codes[0] == codes[1])
            return codes[0]
        }
        let lengths: [WritableKeyPath<LayOutGrid, Double?>] = [\.width, \.height, \.tileWidth, \.tileHeight]
        for length in lengths {
            for value in badLengths { #expect(code { $0[keyPath: length] = value } == .invalidGeometry, "\(value)") }
            for value in [0, 4_503_599_627_370_496.0] { #expect(code { $0[keyPath: length] = value } == nil) }
        }
        for count in [0, -1, Int.min] {
            #expect(code { $0.columns = count } == .invalidGeometry)
            #expect(code { $0.rows = count } == .invalidGeometry)
        }
        for count in [1, 32_768, Int.max] {
            #expect(code { $0.columns = count } == nil)
            #expect(code { $0.rows = count } == nil)
        }
        for scale in [-1, 4, Int.max, Int.min] { #expect(code { $0.scale = scale } == .invalidGeometry) }
        for value in [Double.nan, .infinity, -.infinity] {
            for rect in [
                Rect(x: value, y: 0, width: 1, height: 1), Rect(x: 0, y: value, width: 1, height: 1),
                Rect(x: 0, y: 0, width: value, height: 1), Rect(x: 0, y: 0, width: 1, height: value),
            ] {
                #expect(code { $0.visible = rect } == .invalidGeometry)
            }
        }
        #expect(code { $0.visible = Rect(x: 0, y: 0, width: -1, height: 1) } == .invalidGeometry)
        let everything = Rect(x: -1e308, y: -1e308, width: 1.7e308, height: 1.7e308)
        #expect(
            code {
                $0.visible = everything; $0.relative = true
            } == nil
        )
        #expect(code { $0.cart = "default" } == .malformed)
    }

    @Test("Tiles without extent fill pages, not a frame: every page goes on where the last one ended")
    func tinyTiles() throws {
        let desk = try Desk(.inventory)
        let peer = try desk.peer()
        var call = LayOutGrid(catalog: "inventory", width: 0, height: 0, columns: 7, tileWidth: 0, tileHeight: 0)
        call.visible = Rect(x: -1, y: -1, width: 2, height: 2)
        var count = 0
        for _ in 0..<3 {
            let page = try desk.call(call, from: peer)
            // As many as fit a quarter of a frame.
            #expect((500...1000).contains(page.items.count))
            #expect(page.items.first?.index == count)
            count += page.items.count
            call.from = page.next
        }
        #expect(call.from == count)
        call.from = .max
        #expect(try desk.call(call, from: peer).items.isEmpty)
        call.columns = .max
        call.from = nil
        #expect(try desk.call(call, from: peer).items.count > 500)
    }
}
