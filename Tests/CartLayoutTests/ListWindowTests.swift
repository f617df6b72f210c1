import CartLayout
import TestSupport
import Testing

@Suite("List windows and hit tests")
struct ListWindowTests {
    private func headers(_ window: ListWindow) -> [ListHeader] { window.compactMap(\.header) }
    private func rows(_ window: ListWindow) -> [ListRow] { window.flatMap { Array($0.rows) } }

    @Test("A window that only touches a row does not have it")
    func halfOpen() throws {
        let list = try List(sections: carSections)
        func look(_ y: Double, _ height: Double, x: Double = 0) throws -> [Int] {
            rows(try list.window(Rect(x: x, y: y, width: 320, height: height))).map(\.ordinal)
        }
        #expect(try look(0, 28) == [])
        #expect(try look(0, 29) == [0])
        #expect(try look(88, 60) == [1])
        #expect(try look(87, 62) == [0, 1, 2])
        #expect(try look(268, 28) == [])
        #expect(try look(88, 60, x: 320) == [])
        #expect(try look(88, 60, x: -320) == [])
        #expect(try look(-500, 500) == [])
        #expect(try look(9_000, 568) == [140])
        #expect(try look(9_048, 568) == [])
    }

    @Test(
        "A window is the full layout, filtered; its count of rows is known",
        arguments: LayoutDirection.allCases,
        Scale.allCases
    )
    func equalsFilter(direction: LayoutDirection, scale: Scale) throws {
        let seed: UInt64 = 0x5EED_0007
        var random = SplitMix64(seed: seed)
        for round in 0..<50 {
            var parameters = ListParameters(
                container: Size(width: 320.3, height: 480),
                rowHeight: [60, 13.92, 0.4, 0][round % 4],
                scale: scale,
                direction: direction
            )
            parameters.headerHeight = [28, 51.2, 0.3, 0][round / 4 % 4]
            let list = try List(parameters, sections: randomSections(round, using: &random))
            let (allHeaders, allRows) = (headers(list.content), rows(list.content))
            for _ in 0..<20 {
                var visible = Rect(
                    x: .random(in: -400...400, using: &random),
                    y: .random(in: -100...list.size.height + 100, using: &random),
                    width: .random(in: 0...400, using: &random),
                    height: .random(in: 0...900, using: &random)
                )
                // Every other window has its edges exactly on edges of rows.
                if Bool.random(using: &random), let edge = allRows.randomElement(using: &random)?.frame {
                    visible.y = Bool.random(using: &random) ? edge.y : edge.maxY
                    visible.x = Bool.random(using: &random) ? edge.maxX : 0
                }
                let window = try list.window(visible)
                let comment: Comment = "seed \(seed), round \(round), \(visible)"
                #expect(headers(window) == allHeaders.filter { $0.frame.intersects(visible) }, comment)
                let expected = allRows.filter { $0.frame.intersects(visible) }
                #expect(rows(window) == expected, comment)
                #expect(window.rowCount == expected.count, comment)
            }
        }
    }

    @Test("Frames relative to the window begin at its origin, on the pixel grid")
    func relative() throws {
        let million = [ListSection(title: "All", rowCount: 1_000_000)]
        let list = try List(ListParameters(container: Size(width: 320, height: 568), scale: .two), sections: million)
        let window = try list.window(Rect(x: 0, y: 30_000_000.3, width: 320, height: 568), relative: true)
        #expect(window.origin == Point(x: 0, y: 30_000_000.5))
        let first = try #require(window.first?.rows.first)
        #expect(first.ordinal == 499_999)
        #expect(first.frame == Rect(x: 0, y: -32.5, width: 320, height: 60))
        #expect(window.first?.header == nil)
        #expect(window.rowCount == 11)
    }

    @Test("The centre of every frame hits it", arguments: LayoutDirection.allCases, Scale.allCases)
    func hitsCentres(direction: LayoutDirection, scale: Scale) throws {
        let parameters = ListParameters(
            container: Size(width: 321.7, height: 480.3),
            rowHeight: 59.3,
            scale: scale,
            direction: direction
        )
        let list = try List(parameters, sections: carSections)
        for header in headers(list.content) {
            #expect(try list.hit(header.frame.center) == .header(section: header.section))
        }
        for row in rows(list.content) {
            func hit(_ part: TilePart) -> ListHit { .row(section: row.section, index: row.index, part: part) }
            // Scrolled to the row, with room for the sticky header above it.
            let offset = row.frame.y - 100
            #expect(try list.hit(row.frame.center, offset: offset) == hit(.title))
            #expect(try list.hit(row.icon.offset(by: row.frame.origin).center, offset: offset) == hit(.icon))
            #expect(try list.hit(row.title.offset(by: row.frame.origin).center, offset: offset) == hit(.title))
        }
        let index = list.sectionIndex
        for (position, entry) in index.entries.enumerated() {
            let scrolled = entry.frame.center.y + 700
            let hit = try list.hit(Point(x: entry.frame.center.x, y: scrolled), offset: 700)
            #expect(hit == .indexEntry(index: position, section: entry.section))
        }
    }

    @Test("Every centre of a generated list of 100,000 rows")
    func hitsManyCentres() throws {
        let seed: UInt64 = 0x5EED_0008
        var random = SplitMix64(seed: seed)
        let list = try List(sections: randomSections(8_000, using: &random))
        var missed = 0
        for section in list.content {
            for row in section.rows {
                let hit = try list.hit(row.frame.center, offset: row.frame.y - 100)
                if hit != .row(section: section.index, index: row.index, part: .title) { missed += 1 }
            }
        }
        #expect(list.rowCount > 80_000)
        #expect(missed == 0, "seed \(seed)")
    }

    @Test("What lies over the rows is hit first: the sticky header, then nothing but the bar")
    func overlays() throws {
        let list = try List(sections: carSections)
        #expect(try list.hit(Point(x: 20, y: 110), offset: 100) == .header(section: 0))
        #expect(try list.hit(Point(x: 20, y: 110), offset: 0) == .row(section: 0, index: 1, part: .icon))
        #expect(try list.hit(Point(x: 310, y: 110), offset: 100) == .indexEntry(index: 0, section: 0))
        #expect(try list.hit(Point(x: 310, y: 5_000)) == .row(section: 9, index: 0, part: .background))
        #expect(try list.hit(Point(x: 8, y: 40)) == .row(section: 0, index: 0, part: .background))
        for (x, y) in [(-1.0, 40.0), (320, 40), (20, -1), (20, 9_048)] {
            #expect(try list.hit(Point(x: x, y: y)) == nil)
        }
        #expect(throws: GeometryError.self) { try list.hit(Point(x: .nan, y: 0)) }
        #expect(throws: GeometryError.self) { try list.hit(.zero, offset: .infinity) }
    }
}
