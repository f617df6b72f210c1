import CartLayout
import TestSupport
import Testing

@Suite("List frames")
struct ListFramesTests {
    @Test("The car list: 21 headers of 28 and 141 rows of 60")
    func cars() throws {
        let list = try List(sections: carSections)
        #expect(list.rowCount == 141)
        #expect(list.size == Size(width: 320, height: 21 * 28 + 141 * 60))
        #expect(list.overflows)
        #expect(list.header(ofSection: 0)?.frame == Rect(x: 0, y: 0, width: 320, height: 28))
        #expect(list.row(0, inSection: 0)?.frame == Rect(x: 0, y: 28, width: 320, height: 60))
        #expect(list.header(ofSection: 1)?.frame == Rect(x: 0, y: 268, width: 320, height: 28))
        #expect(list.row(15, inSection: 1)?.frame == Rect(x: 0, y: 1196, width: 320, height: 60))
        #expect(list.frame(ofSection: 1) == Rect(x: 0, y: 268, width: 320, height: 988))
        #expect(list.row(16, inSection: 1) == nil)
        #expect(list.row(0, inSection: 21) == nil)
        #expect(list.row(-1, inSection: 0) == nil)
        #expect(list.header(ofSection: -1) == nil)
    }

    @Test("A row: margin, icon, spacing, title, margin, section index; mirrored right to left")
    func row() throws {
        var parameters = ListParameters()
        let leftToRight = try #require(try List(parameters, sections: carSections).row(0, inSection: 0))
        #expect(leftToRight.icon == Rect(x: 16, y: 8, width: 44, height: 44))
        #expect(leftToRight.title == Rect(x: 76, y: 0, width: 213, height: 60))
        parameters.direction = .rightToLeft
        let list = try List(parameters, sections: carSections)
        let rightToLeft = try #require(list.row(0, inSection: 0))
        #expect(rightToLeft.icon == Rect(x: 260, y: 8, width: 44, height: 44))
        #expect(rightToLeft.title == Rect(x: 31, y: 0, width: 213, height: 60))
        #expect(list.header(ofSection: 0)?.title == Rect(x: 31, y: 0, width: 273, height: 28))
        #expect(list.sectionIndex.frame == Rect(x: 0, y: 0, width: 15, height: 568))
        parameters.icon = .zero
        let plain = try #require(try List(parameters, sections: carSections).row(0, inSection: 0))
        #expect(plain.title == Rect(x: 31, y: 0, width: 273, height: 60))
    }

    @Test("A flat list is one section without a title: no header, no section index")
    func flat() throws {
        let list = try List(sections: [ListSection(title: "", rowCount: 6)])
        #expect(list.header(ofSection: 0) == nil)
        #expect(list.row(5, inSection: 0)?.frame == Rect(x: 0, y: 300, width: 320, height: 60))
        #expect(list.row(0, inSection: 0)?.title == Rect(x: 76, y: 0, width: 228, height: 60))
        #expect(list.size.height == 360)
        #expect(!list.overflows)
        #expect(list.sectionIndex.entries.isEmpty)
        #expect(list.sectionIndex.section(at: 100) == nil)
    }

    @Test("Sections without rows keep their header; without a title as well they have no height but a place")
    func emptySections() throws {
        let sections = [("A", 1), ("B", 0), ("", 0), ("C", 1)].map { ListSection(title: $0.0, rowCount: $0.1) }
        let list = try List(sections: sections)
        #expect(list.frame(ofSection: 1) == Rect(x: 0, y: 88, width: 320, height: 28))
        #expect(list.frame(ofSection: 2) == Rect(x: 0, y: 116, width: 320, height: 0))
        #expect(list.header(ofSection: 3)?.frame.y == 116)
        let window = try list.window(Rect(x: 0, y: 0, width: 320, height: 568))
        #expect(window.map(\.index) == [0, 1, 2, 3])
        #expect(window.map(\.section.isEmpty) == [false, true, true, false])
        #expect(window.map { $0.header != nil } == [true, true, false, true])
        #expect(try List(sections: []).size == Size(width: 320, height: 0))
    }

    @Test("Rows are counted through the sections")
    func ordinals() throws {
        let list = try List(sections: carSections)
        #expect(list.row(ordinal: 0)?.section == 0)
        #expect(list.row(ordinal: 4)?.section == 1)
        #expect(list.row(ordinal: 140)?.index == 5)
        #expect(list.row(ordinal: 141) == nil)
        #expect(list.row(ordinal: -1) == nil)
        let all = list.content.flatMap { Array($0.rows) }
        #expect(all.map(\.ordinal) == Array(0..<141))
        #expect(all == (0..<141).compactMap { list.row(ordinal: $0) })
    }

    @Test("The sticky header stands at the offset until the end of its section pushes it out")
    func stickyHeader() throws {
        let list = try List(sections: carSections)
        // Section 0 is 0..<268, its header 28 high; section 1 begins at 268.
        for (offset, section, y) in [(0.0, 0, 0.0), (100, 0, 100), (240, 0, 240), (250, 0, 240), (268, 1, 268)] {
            let header = try #require(try list.stickyHeader(offset: offset))
            #expect(header.section == section)
            #expect(header.frame == Rect(x: 0, y: y, width: 320, height: 28))
            let relative = try #require(try list.stickyHeader(offset: offset, relative: true))
            #expect(relative.frame.y == y - offset)
        }
        #expect(try list.stickyHeader(offset: -1) == nil)
        #expect(try list.stickyHeader(offset: list.size.height) == nil)
        #expect(try List(sections: [ListSection(title: "", rowCount: 9)]).stickyHeader(offset: 70) == nil)
        #expect(throws: GeometryError.self) { try list.stickyHeader(offset: .nan) }
    }

    @Test("The height of a list is the sum of its parts, up to 100,000 rows", arguments: [0, 1, 7, 500, 6_500])
    func totalHeight(sectionCount: Int) throws {
        let seed: UInt64 = 0x5EED_0006
        var random = SplitMix64(seed: seed)
        let list = try List(sections: randomSections(sectionCount, using: &random))
        var sum = 0.0
        for section in list.content {
            sum += section.header?.frame.height ?? 0
            for row in section.rows { sum += row.frame.height }
        }
        #expect(sum == list.size.height)
        if sectionCount == 6_500 { #expect(list.rowCount > 70_000) }
    }

    @Test("One generated section of 100,000 rows")
    func large() throws {
        let list = try List(sections: [ListSection(title: "All", rowCount: 100_000)])
        #expect(list.size.height == 28 + 6_000_000)
        #expect(list.row(99_999, inSection: 0)?.frame.maxY == list.size.height)
    }
}
