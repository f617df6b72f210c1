import CartLayout
import TestSupport
import Testing

@Suite("Grid windows and hit tests")
struct GridWindowTests {
    @Test("A window that only touches a tile does not have it")
    func halfOpen() throws {
        let grid = try Grid(count: 6)
        func indices(_ x: Double, _ y: Double, _ width: Double, _ height: Double) throws -> [Int] {
            try grid.window(Rect(x: x, y: y, width: width, height: height)).map(\.index)
        }
        #expect(try indices(0, 0, 280, 220) == [0, 1, 2, 3, 4, 5])
        #expect(try indices(80, 0, 20, 100) == [])
        #expect(try indices(79, 0, 22, 100) == [0, 1])
        #expect(try indices(80, 0, 21, 120) == [1])
        #expect(try indices(80, 0, 21, 121) == [1, 4])
        #expect(try indices(0, 100, 280, 20) == [])
        #expect(try indices(0, 220, 280, 100) == [])
        #expect(try indices(-100, -100, 100, 1000) == [])
        #expect(try indices(150, 150, 0, 0) == [4])
    }

    @Test("Columns that no item reaches are not in a window")
    func partialRows() throws {
        let everything = Rect(x: 0, y: 0, width: 1000, height: 1000)
        #expect(try Grid(count: 4).window(everything).map(\.index) == [0, 1, 2, 3])
        let right = try Grid(count: 4).window(Rect(x: 200, y: 0, width: 80, height: 220))
        #expect(right.map(\.index) == [2])
        #expect(right.count == 1)
    }

    @Test("Frames relative to the window begin at its origin, on the pixel grid")
    func relative() throws {
        let grid = try Grid(count: 3_000_000)
        let middle = try grid.window(Rect(x: 0, y: 60_000_030, width: 280, height: 200), relative: true)
        #expect(middle.first?.frame == Rect(x: 0, y: -30, width: 80, height: 100))
        #expect(middle.origin == Point(x: 0, y: 60_000_030))
        let snapped = try Grid(GridParameters(scale: .one), count: 6)
            .window(Rect(x: 0.4, y: 30.6, width: 280, height: 200), relative: true)
        #expect(snapped.first?.frame == Rect(x: 0, y: -31, width: 80, height: 100))
    }

    @Test("A window is the full layout, filtered", arguments: LayoutDirection.allCases, Scale.allCases)
    func equalsFilter(direction: LayoutDirection, scale: Scale) throws {
        let seed: UInt64 = 0x5EED_0003
        var random = SplitMix64(seed: seed)
        for round in 0..<125 {
            let parameters = GridParameters(
                container: Size(
                    width: .random(in: 0...400, using: &random),
                    height: .random(in: 0...300, using: &random)
                ),
                columns: .random(in: 1...9, using: &random),
                rows: .random(in: 1...9, using: &random),
                tile: Size(
                    width: Bool.random(using: &random)
                        ? .random(in: 0...90, using: &random) : .random(in: 0...2, using: &random),
                    height: .random(in: 0...90, using: &random)
                ),
                scale: scale,
                direction: direction
            )
            let grid = try Grid(parameters, count: .random(in: 0...120, using: &random))
            let all = Array(grid.items)
            for _ in 0..<8 {
                var visible = Rect(
                    x: .random(in: -300...400, using: &random),
                    y: .random(in: -100...900, using: &random),
                    width: .random(in: 0...300, using: &random),
                    height: .random(in: 0...300, using: &random)
                )
                // Every other window has its edges exactly on edges of tiles.
                if Bool.random(using: &random), let near = all.randomElement(using: &random)?.frame {
                    visible.x = Bool.random(using: &random) ? near.x : near.maxX
                    visible.y = Bool.random(using: &random) ? near.y : near.maxY
                }
                let window = try grid.window(visible)
                let expected = all.filter { $0.frame.intersects(visible) }
                #expect(Array(window) == expected, "seed \(seed), round \(round), \(parameters), \(visible)")
                #expect(window.count == expected.count)
            }
        }
    }

    @Test("The centre of every frame hits its item", arguments: LayoutDirection.allCases, Scale.allCases)
    func hitsCentres(direction: LayoutDirection, scale: Scale) throws {
        let parameters = GridParameters(
            container: Size(width: 381.7, height: 250.3),
            columns: 7,
            rows: 4,
            tile: Size(width: 43.3, height: 61.9),
            scale: scale,
            direction: direction
        )
        let grid = try Grid(parameters, count: 100)
        for item in grid.items {
            #expect(try grid.hit(item.frame.center)?.index == item.index)
            let icon = item.icon.offset(by: item.frame.origin)
            #expect(try grid.hit(icon.center) == GridHit(index: item.index, part: .icon))
            let title = item.title.offset(by: item.frame.origin)
            #expect(try grid.hit(title.center) == GridHit(index: item.index, part: .title))
            #expect(try grid.hit(item.frame.origin)?.index == item.index)
        }
    }

    @Test("A hit is the one frame that contains the point", arguments: LayoutDirection.allCases, Scale.allCases)
    func hitEqualsSearch(direction: LayoutDirection, scale: Scale) throws {
        let seed: UInt64 = 0x5EED_0004
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let parameters = GridParameters(
                container: Size(
                    width: .random(in: 0...99, using: &random),
                    height: .random(in: 0...99, using: &random)
                ),
                columns: .random(in: 1...9, using: &random),
                rows: .random(in: 1...9, using: &random),
                tile: Size(width: .random(in: 0...20, using: &random), height: .random(in: 0...20, using: &random)),
                scale: scale,
                direction: direction
            )
            let grid = try Grid(parameters, count: .random(in: 0...50, using: &random))
            for _ in 0..<20 {
                let point = Point(
                    x: .random(in: -100...120, using: &random).rounded(),
                    y: .random(in: -9...200, using: &random).rounded()
                )
                let owners = grid.items.filter { $0.frame.contains(point) }.map(\.index)
                #expect(owners.count <= 1)
                #expect(try grid.hit(point)?.index == owners.first, "seed \(seed), \(parameters), \(point)")
            }
        }
    }

    @Test("Gaps and outsides hit nothing")
    func hitsNothing() throws {
        let grid = try Grid(count: 4)
        for point in [(90.0, 10.0), (10, 110), (-1, 10), (10, -1), (280, 10), (110, 130), (10, 220)] {
            #expect(try grid.hit(Point(x: point.0, y: point.1)) == nil)
        }
        #expect(try grid.hit(Point(x: 10, y: 130)) == GridHit(index: 3, part: .icon))
        #expect(try grid.hit(Point(x: 10, y: 80)) == GridHit(index: 0, part: .title))
    }
}
