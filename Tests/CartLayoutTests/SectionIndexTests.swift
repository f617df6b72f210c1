import CartLayout
import Testing

@Suite("Section index")
struct SectionIndexTests {
    private func list(_ titles: [String], height: Double, index: [String]? = nil) throws -> List {
        let parameters = ListParameters(container: Size(width: 320, height: height))
        return try List(
            parameters,
            sections: titles.map { ListSection(title: $0, rowCount: 2) },
            indexTitles: index
        )
    }

    @Test("The car list: 21 entries of 14, centred in the height at the trailing edge")
    func cars() throws {
        let index = try List(sections: carSections).sectionIndex
        #expect(index.entries.map(\.title).joined() == "ABCDFGHJKLMNOQRSTWXYZ")
        #expect(index.entries.map(\.section) == Array(0..<21))
        #expect(index.entries.first?.frame == Rect(x: 305, y: 137, width: 15, height: 14))
        #expect(index.entries.last?.frame == Rect(x: 305, y: 417, width: 15, height: 14))
        #expect(index.frame == Rect(x: 305, y: 0, width: 15, height: 568))
        #expect(!index.entries.contains { $0.isMark })
        for entry in index.entries { #expect(index.section(at: entry.frame.center.y) == entry.section) }
        #expect(index.section(at: 137) == 0)
        #expect(index.section(at: 150.9) == 0)
        #expect(index.section(at: 151) == 1)
        #expect(index.section(at: -1000) == 0)
        #expect(index.section(at: 1e300) == 20)
    }

    @Test("More titles than fit: an odd number of entries, every second one a mark, first and last always shown")
    func marks() throws {
        // 5 titles in room for 4 entries: 3 are shown.
        let five = try list(["A", "B", "C", "D", "E"], height: 56).sectionIndex
        #expect(five.entries.map(\.title) == ["A", SectionIndex.mark, "E"])
        #expect(five.entries.map(\.isMark) == [false, true, false])
        #expect(five.entries.map(\.section) == [0, 2, 4])
        #expect(five.entries.map(\.frame.y) == [7, 21, 35])
        // The mark is 14 high and stands for B, C and D.
        #expect([21, 25, 26, 30, 31, 34].map { five.section(at: $0) } == [1, 1, 2, 2, 3, 3])
        // 21 titles in room for 11: six shown at every fourth title.
        let cars = try List(
            ListParameters(container: Size(width: 320, height: 11 * 14)),
            sections: carSections
        ).sectionIndex
        #expect(cars.entries.map(\.title).joined() == "A\u{2022}F\u{2022}K\u{2022}O\u{2022}T\u{2022}Z")
        let single = try list(["A", "B", "C", "D"], height: 27).sectionIndex
        #expect(single.entries.map(\.isMark) == [true])
        #expect([7, 10, 14, 19].map { single.section(at: $0) } == [0, 1, 2, 3])
        #expect(try list(["A", "B"], height: 13).sectionIndex.entries.isEmpty)
        #expect(try list(["A"], height: 14).sectionIndex.entries.map(\.isMark) == [false])
    }

    @Test("Every number of titles in every room", arguments: [1, 2, 3, 4, 5, 8, 13, 26, 27, 59, 60])
    func allRooms(titles: Int) throws {
        for slots in [1, 2, 3, 4, 5, 6, 11, 12, 25, 26, 27, 28, 58, 59, 60, 61] {
            let index = try list((0..<titles).map { "\($0)" }, height: Double(slots) * 14 + 3).sectionIndex
            let count = index.entries.count
            #expect(count <= slots)
            #expect(count == titles || (count % 2 == 1 && count >= slots - 1))
            #expect(index.entries.map(\.section) == index.entries.map(\.section).sorted())
            if count > 1 || titles == 1 {
                #expect(index.entries.first?.section == 0)
                #expect(index.entries.last?.section == titles - 1)
            }
            if count < titles {
                #expect(index.entries.enumerated().allSatisfy { $1.isMark == ($0 % 2 == 1 || count == 1) })
            }
            for entry in index.entries { #expect(index.section(at: entry.frame.center.y) == entry.section) }
            // A finger that slides down the bar meets every section, in order.
            let touched = stride(from: 0, through: index.frame.height, by: 0.2).compactMap { index.section(at: $0) }
            #expect(touched == touched.sorted())
            #expect(Set(touched).count == titles)
        }
    }

    @Test("A title that no section has selects the last section whose title is not after it, else the first")
    func foreignTitles() throws {
        let list = try list(
            ["B", "D", "", "F"],
            height: 568,
            index: ["A", "B", "C", "D", "E", "F", "G", "", "Großwagen"]
        )
        let index = list.sectionIndex
        #expect(index.entries.map(\.title) == ["A", "B", "C", "D", "E", "F", "G", "Großwagen"])
        #expect(index.entries.map(\.section) == [0, 0, 0, 1, 1, 3, 3, 3])
        // Sections out of order: "the last" is the one furthest down the list.
        let unordered = try self.list(["M", "C", "A", "Z"], height: 568, index: ["B", "D", "N", "0"]).sectionIndex
        #expect(unordered.entries.map(\.section) == [2, 2, 2, 0])
        #expect(try self.list([], height: 568, index: ["A"]).sectionIndex.entries.isEmpty)
    }

    @Test("Equal titles: each section has its own entry; a foreign title finds the first")
    func equalTitles() throws {
        #expect(try list(["A", "A", "B"], height: 568).sectionIndex.entries.map(\.section) == [0, 1, 2])
        #expect(try list(["A", "A", "B"], height: 568, index: ["A"]).sectionIndex.entries.map(\.section) == [0])
    }

    @Test("The bar widens for long titles, up to a limit, and rows make room for it")
    func longTitles() throws {
        struct EightWide: TitleMeasure {
            func size(of title: String) -> Size { Size(width: 8 * Double(title.count), height: 14) }
        }
        struct Broken: TitleMeasure {
            func size(of title: String) -> Size { Size(width: .nan, height: 14) }
        }
        let sections = ["A", "Cabriolets"].map { ListSection(title: $0, rowCount: 1) }
        let list = try List(sections: sections, measure: EightWide())
        #expect(list.sectionIndex.frame == Rect(x: 236, y: 0, width: 84, height: 568))
        #expect(list.row(0, inSection: 0)?.title.maxX == 220)
        let long = [ListSection(title: String(repeating: "x", count: 1000), rowCount: 1)]
        #expect(try List(sections: long, measure: EightWide()).sectionIndex.frame.width == 100)
        var parameters = ListParameters(container: Size(width: 40, height: 100))
        #expect(try List(parameters, sections: long, measure: EightWide()).sectionIndex.frame.width == 40)
        parameters.indexTitleWidth = 20
        #expect(try List(parameters, sections: long).sectionIndex.frame.width == 24)
        parameters.showsIndex = false
        #expect(try List(parameters, sections: long).sectionIndex.entries.isEmpty)
        #expect(throws: GeometryError.self) { try List(sections: sections, measure: Broken()) }
    }
}
