import CartLayout
import Testing

@Suite("Grid input that nobody should send")
struct HostileGridTests {
    private func fault(_ parameters: GridParameters, count: Int = 1) -> String? {
        do {
            _ = try Grid(parameters, count: count)
            return nil
        } catch {
            return error.parameter
        }
    }

    @Test(
        "A length that is no length is named",
        arguments: [Double.nan, .signalingNaN, .infinity, -.infinity, -1, -.leastNonzeroMagnitude, 1e300]
    )
    func lengths(value: Double) {
        #expect(fault(GridParameters(container: Size(width: value, height: 1))) == "container.width")
        #expect(fault(GridParameters(container: Size(width: 1, height: value))) == "container.height")
        #expect(fault(GridParameters(tile: Size(width: value, height: 1))) == "tile.width")
        #expect(fault(GridParameters(tile: Size(width: 1, height: value))) == "tile.height")
    }

    @Test("A count that is no count is named", arguments: [0, -1, Int.min])
    func counts(value: Int) {
        #expect(fault(GridParameters(columns: value)) == "columns")
        #expect(fault(GridParameters(rows: value)) == "rows")
        #expect((fault(GridParameters(), count: value) == "count") == (value < 0))
    }

    @Test("The error says what, which value and what it should be")
    func message() throws {
        let error = try #require(throws: GeometryError.self) { try Grid(GridParameters(columns: 0), count: 1) }
        #expect(error.message == "columns is 0 but must be at least 1")
        #expect(try #require(throws: GeometryError.self) { try Scale(checking: 4) }.parameter == "scale")
    }

    @Test("Points and visible rectangles are checked too", arguments: [Double.nan, .infinity, -.infinity])
    func pointsAndWindows(value: Double) throws {
        let grid = try Grid(count: 6)
        #expect(throws: GeometryError.self) { try grid.hit(Point(x: value, y: 0)) }
        #expect(throws: GeometryError.self) { try grid.hit(Point(x: 0, y: value)) }
        for index in 0..<4 {
            var numbers = [0.0, 0, 1, 1]
            numbers[index] = value
            let rect = Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
            #expect(throws: GeometryError.self) { try grid.window(rect) }
        }
        #expect(throws: GeometryError.self) { try grid.window(Rect(x: 0, y: 0, width: -1, height: 1)) }
        #expect(throws: GeometryError.self) { try grid.window(Rect(x: 0, y: 0, width: 1, height: -1)) }
    }

    @Test("The largest counts there are", arguments: [1, 2, 3, 32_768, Int.max - 1, Int.max], Scale.allCases)
    func largest(columns: Int, scale: Scale) throws {
        for direction in LayoutDirection.allCases {
            for rows in [1, 2, Int.max] {
                let parameters = GridParameters(columns: columns, rows: rows, scale: scale, direction: direction)
                for count in [0, 1, Int.max - 1, Int.max] {
                    let grid = try Grid(parameters, count: count)
                    #expect(grid.size.width.isFinite && grid.size.height.isFinite)
                    #expect(grid.item(at: count) == nil)
                    if count > 0 { #expect(grid.item(at: count - 1)?.index == count - 1) }
                    #expect(grid.items.count == count)
                    _ = try grid.hit(Point(x: 1e18, y: 1e22))
                    _ = try grid.hit(Point(x: -1e18, y: 0))
                    let everything = Rect(x: -1e300, y: -1e300, width: 1e301, height: 1e301)
                    #expect(try grid.window(everything).count == count)
                    _ = try grid.window(everything, relative: true).first
                }
            }
        }
    }

    @Test("Lengths at the limit, and tiles of nothing")
    func extremes() throws {
        let limit = GeometryLimits.maximumLength
        for length in [0, .leastNonzeroMagnitude, limit] {
            for room in [0, .leastNonzeroMagnitude, limit] {
                for scale in Scale.allCases {
                    let parameters = GridParameters(
                        container: Size(width: room, height: room),
                        columns: 32_768,
                        rows: 32_768,
                        tile: Size(width: length, height: length),
                        scale: scale
                    )
                    let grid = try Grid(parameters, count: Int.max)
                    let last = try #require(grid.item(at: Int.max - 1))
                    #expect(last.frame.maxX.isFinite && last.frame.maxY.isFinite)
                    #expect(last.frame.width >= 0 && last.frame.height >= 0)
                    _ = try grid.hit(last.frame.center)
                    _ = try grid.window(Rect(x: 0, y: 0, width: 100, height: 100)).count
                }
            }
        }
    }
}
