import CartLayout
import TestSupport
import Testing

@Suite("Snapping")
struct SnappingTests {
    @Test("Halves go up, and the rule is the same on both sides of 0")
    func rule() {
        let cases: [(Double, Double)] = [
            (0.6, 1), (-0.6, -1), (0.4, 0), (-0.4, 0), (0.5, 1), (-0.5, 0), (1.5, 2), (137.49999999999997, 138),
            (3_799.4, 3_799), (3_799.6, 3_800),
        ]
        for (value, expected) in cases { #expect(Scale.one.snap(value) == expected, "\(value)") }
        #expect(Scale.two.snap(0.3) == 0.5)
        #expect(Scale.three.snap(0.3) == 1 / 3.0)
        #expect(Scale.none.snap(0.3) == 0.3)
        #expect(Scale.one.floor(24.9999999999) == 25)
        #expect(Scale.one.floor(-0.2) == -1)
    }

    @Test("Numbers beyond any screen stay as they are", arguments: Scale.allCases)
    func huge(scale: Scale) {
        for value in [1e17, -1e17, Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude] {
            #expect(scale.snap(value) == value)
            #expect(scale.floor(value) == value)
        }
    }

    @Test("Two boxes of 100.3 centred in 963.3333 share their edge")
    func centredPair() {
        let start = (963.3333 - 200.6) / 2
        let first = Rect(x: start, y: 0, width: 100.3, height: 1).snapped(to: .one)
        let second = Rect(x: start + 100.3, y: 0, width: 100.3, height: 1).snapped(to: .one)
        #expect((first.x, first.width) == (381, 101))
        #expect((second.x, second.width) == (482, 100))
    }

    @Test("Ten rows of 13.92 below a header of 51.2")
    func tenRows() throws {
        var parameters = ListParameters(container: Size(width: 100, height: 500), rowHeight: 13.92, scale: .one)
        parameters.headerHeight = 51.2
        let list = try List(parameters, sections: [ListSection(title: "A", rowCount: 10)])
        let rows = (0..<10).compactMap { list.row($0, inSection: 0)?.frame }
        #expect((rows[8].y, rows[8].height) == (163, 13))
        #expect(rows[9].y == 176)
        for (row, next) in zip(rows, rows.dropFirst()) { #expect(row.maxY == next.y) }
    }

    @Test("Neighbours never gap or overlap, at any scale and offset", arguments: Scale.allCases)
    func neighbours(scale: Scale) throws {
        let seed: UInt64 = 0x5EED_0009
        var random = SplitMix64(seed: seed)
        // Thirds have no exact binary form, so that sums of them meet but for the last bit.
        let dust = scale == .three ? 1e-9 : 0
        for round in 0..<300 {
            let comment: Comment = "seed \(seed), round \(round)"
            var parameters = ListParameters(
                container: Size(width: 100, height: 500),
                rowHeight: .random(in: 0...80, using: &random),
                scale: scale
            )
            parameters.headerHeight = .random(in: 0...80, using: &random)
            let list = try List(parameters, sections: randomSections(8, using: &random))
            var edge = 0.0
            for section in list.content {
                for frame in [section.header?.frame].compactMap(\.self) + section.rows.map(\.frame) {
                    #expect(abs(frame.y - edge) <= dust, comment)
                    edge = frame.maxY
                }
                for row in section.rows {
                    #expect(row.icon.y >= 0 && row.icon.maxY <= row.frame.height + 1e-9, comment)
                }
            }
            #expect(abs(edge - list.size.height) <= dust, comment)

            // Tiles without room between them: each begins where the one before it ends.
            let width = Double.random(in: 0.5...90, using: &random)
            let tiles = try Grid(
                GridParameters(
                    container: Size(width: width * 5, height: 10),
                    columns: 7,
                    rows: 5,
                    tile: Size(width: width, height: .random(in: 10...90, using: &random)),
                    scale: scale
                ),
                count: 35
            )
            for item in tiles.items {
                if let right = tiles.item(at: item.index + 1), right.frame.y == item.frame.y {
                    #expect(abs(right.frame.x - item.frame.maxX) <= dust, comment)
                }
                if let below = tiles.item(at: item.index + 7) {
                    #expect(abs(below.frame.y - item.frame.maxY) <= dust, comment)
                }
                #expect(abs(item.icon.maxY - item.title.y) <= dust, comment)
                #expect(abs(item.title.maxY - item.frame.height) <= 1e-9, comment)
            }
            #expect(try Grid(tiles.parameters, count: 35) == tiles, comment)
        }
    }

    @Test("Widths near 3,800 points keep full precision")
    func precision() throws {
        let parameters = GridParameters(
            container: Size(width: 3_799.7, height: 10),
            columns: 1,
            rows: 1,
            tile: Size(width: 3_799.7, height: 10)
        )
        let item = try #require(try Grid(parameters, count: 1).item(at: 0))
        #expect(item.frame.width == 3_799.7)
    }
}
