import CartLayout
import Testing

@Suite("Grid frames")
struct GridFramesTests {
    private func frames(_ parameters: GridParameters, count: Int) throws -> [Rect] {
        try Grid(parameters, count: count).items.map(\.frame)
    }

    @Test("The shop cart: six tiles of 80 x 100 in 280 x 220")
    func shopCart() throws {
        let grid = try Grid(count: 6)
        #expect(grid.items.map(\.frame.x) == [0, 100, 200, 0, 100, 200])
        #expect(grid.items.map(\.frame.y) == [0, 0, 0, 120, 120, 120])
        for item in grid.items {
            #expect(item.frame.size == Size(width: 80, height: 100))
            #expect(item.icon == Rect(x: 0, y: 0, width: 80, height: 80))
            #expect(item.title == Rect(x: 0, y: 80, width: 80, height: 20))
        }
        #expect(grid.size == Size(width: 280, height: 220))
        #expect(!grid.overflows)
    }

    @Test("One column has no gap to divide by")
    func oneColumn() throws {
        let grid = try Grid(GridParameters(columns: 1), count: 2)
        #expect(
            grid.items.map(\.frame) == [
                Rect(x: 0, y: 0, width: 80, height: 100), Rect(x: 0, y: 120, width: 80, height: 100),
            ]
        )
        #expect(grid.columnGap == 0)
        #expect(!grid.overflows)
    }

    @Test("One row has no gap either; further rows follow without one")
    func oneRow() throws {
        let grid = try Grid(GridParameters(rows: 1), count: 4)
        #expect(grid.item(at: 3)?.frame == Rect(x: 0, y: 100, width: 80, height: 100))
        #expect(grid.rowGap == 0)
        #expect(!grid.overflows)
    }

    @Test(
        "Columns are spread as CSS space-between spreads them",
        arguments: [
            (200.0, 40.0, 3, LayoutDirection.leftToRight, [0.0, 80, 160]),
            (200, 40, 3, .rightToLeft, [160, 80, 0]),
            (102, 10, 3, .leftToRight, [0, 46, 92]),
            (375, 100, 3, .leftToRight, [0, 137.5, 275]),
            (100, 100, 1, .rightToLeft, [0]),
            (120, 60, 1, .leftToRight, [0]),
            (120, 60, 1, .rightToLeft, [60]),
            (10, 3, 1, .rightToLeft, [7]),
        ]
    )
    func spaceBetween(
        width: Double,
        tile: Double,
        columns: Int,
        direction: LayoutDirection,
        expected: [Double]
    ) throws {
        let parameters = GridParameters(
            container: Size(width: width, height: 100),
            columns: columns,
            rows: 1,
            tile: Size(width: tile, height: 60),
            direction: direction
        )
        #expect(try frames(parameters, count: columns).map(\.x) == expected)
    }

    @Test("Five tiles of 50 x 10 in two columns of 140 x 120")
    func twoColumns() throws {
        let parameters = GridParameters(
            container: Size(width: 140, height: 120),
            columns: 2,
            rows: 3,
            tile: Size(width: 50, height: 10)
        )
        let all = try frames(parameters, count: 5)
        #expect(all.map(\.y) == [0, 0, 55, 55, 110])
        #expect(all.map(\.x) == [0, 90, 0, 90, 0])
    }

    @Test("Without room the gap is 0 and the content overflows downwards")
    func overflowDown() throws {
        let parameters = GridParameters(
            container: Size(width: 20, height: 10),
            columns: 1,
            rows: 3,
            tile: Size(width: 20, height: 20)
        )
        let grid = try Grid(parameters, count: 3)
        #expect(grid.items.map(\.frame.y) == [0, 20, 40])
        #expect(grid.overflows)
        #expect(grid.size == Size(width: 20, height: 60))
    }

    @Test("Without room the content overflows at the end: right, or left when the direction is right to left")
    func overflowSideways() throws {
        var parameters = GridParameters(
            container: Size(width: 50, height: 100),
            rows: 1,
            tile: Size(width: 20, height: 100)
        )
        let leftToRight = try Grid(parameters, count: 3)
        #expect(leftToRight.items.map(\.frame.x) == [0, 20, 40])
        #expect(leftToRight.overflows)
        #expect(leftToRight.size == Size(width: 60, height: 100))
        parameters.direction = .rightToLeft
        let rightToLeft = try Grid(parameters, count: 3)
        #expect(rightToLeft.items.map(\.frame.x) == [30, 10, -10])
        #expect(rightToLeft.size == Size(width: 60, height: 100))
        #expect(try !Grid(parameters, count: 2).overflows)
    }

    @Test("Items beyond columns x rows go on below at the same pitch, and the result says so")
    func goesOnBelow() throws {
        let grid = try Grid(count: 8)
        #expect(grid.item(at: 6)?.frame == Rect(x: 0, y: 240, width: 80, height: 100))
        #expect(grid.rowCount == 3)
        #expect(grid.size == Size(width: 280, height: 340))
        #expect(grid.overflows)
    }

    @Test("Fewer items than columns keep their places; no items have no height")
    func fewItems() throws {
        let one = try Grid(count: 1)
        #expect(one.items.map(\.frame.x) == [0])
        #expect(one.size == Size(width: 280, height: 100))
        let none = try Grid(count: 0)
        #expect(none.items.isEmpty)
        #expect(none.size == Size(width: 280, height: 0))
        #expect(!none.overflows)
        #expect(none.item(at: 0) == nil)
        #expect(one.item(at: 1) == nil)
        #expect(one.item(at: -1) == nil)
    }

    @Test("A tile lower than wide gives its whole height to the icon and none to the title")
    func lowTile() throws {
        let grid = try Grid(GridParameters(tile: Size(width: 80, height: 30)), count: 1)
        let item = try #require(grid.item(at: 0))
        #expect(item.icon == Rect(x: 0, y: 0, width: 80, height: 30))
        #expect(item.title == Rect(x: 0, y: 30, width: 80, height: 0))
    }
}
