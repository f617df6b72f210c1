import CartLayout
import CartProtocol
import Testing

@testable import CartServer

@Suite("Lists that are kept")
struct ListCacheTests {
    /// Which of some widths have to be laid out, each asked for in turn.
    func made(_ widths: [Double], sections: Int, in cache: ListCache) throws -> [Double] {
        var made: [Double] = []
        for width in widths {
            var parameters = ListParameters()
            parameters.container.width = width
            _ = try cache.entry(for: ListCache.Key(catalog: "c", parameters: parameters), generation: 1) {
                made.append(width)
                let list = try List(
                    parameters,
                    sections: Array(repeating: ListSection(title: "", rowCount: 1), count: sections)
                )
                return ListCache.Entry(list: list, index: list.sectionIndex)
            }
        }
        return made
    }

    @Test("Small lists are kept until eight newer ones have come; of large ones no more than the newest")
    func bounds() throws {
        let cache = ListCache()
        let widths = (1...8).map(Double.init)
        #expect(try made(widths + widths, sections: 3, in: cache) == widths)
        #expect(try made([9, 2, 9, 1], sections: 3, in: cache) == [9, 1])
        #expect(try made([10, 10, 2, 11, 10], sections: ListCache.sectionLimit, in: cache) == [10, 2, 11, 10])
    }

    @Test("The titles of a section index come back byte for byte, whatever was asked before")
    func spelling() throws {
        let desk = try Desk()
        for title in ["\u{E9}", "e\u{301}", "\u{E9}"] {
            var call = LayOutList(catalog: "cars")
            call.indexTitles = [title]
            #expect(try desk.serve(call).sectionIndex.map { Array($0.title.utf8) } == [Array(title.utf8)])
        }
    }
}
