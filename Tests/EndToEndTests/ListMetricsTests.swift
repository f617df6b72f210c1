import Testing

/// What a list is laid out with, from the command line to the frames.
@Suite("Metrics of a list")
struct ListMetricsTests {
    /// What `layout list --json` prints, as far as it is looked at here.
    private struct List: Decodable {
        var sections: [Section]
        var sectionIndex: [Entry]

        struct Section: Decodable {
            var header: Frame?
            var rows: [Row]
        }

        struct Row: Decodable {
            var frame, icon, title: Frame
        }

        struct Entry: Decodable {
            var title: String
            var section: Int
            var frame: Frame
        }
    }

    private struct Frame: Decodable, Equatable {
        var x, y, width, height: Double

        init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    @Test("Every one moves the frames that it is about")
    func metrics() throws {
        let daemon = try TestDaemon()
        let words = [
            "--catalog", "cars", "--width", "400", "--height", "500", "--row-height", "50", "--header-height", "40",
            "--margin", "10", "--icon-width", "20", "--icon-height", "30", "--icon-spacing", "5", "--index-title", "A",
            "--index-title", "Z", "--index-width", "30", "--index-entry-height", "25",
        ]
        let list: List = try daemon.json(["layout", "list"] + words)
        let first = try #require(list.sections.first)
        let row = try #require(first.rows.first)
        #expect(first.header == Frame(0, 0, 400, 40))
        #expect(row.frame == Frame(0, 40, 400, 50))
        #expect(row.icon == Frame(10, 10, 20, 30))
        // From the icon on to the margin before the bar.
        #expect(row.title == Frame(35, 0, 325, 50))
        #expect(list.sectionIndex.map(\.title) == ["A", "Z"])
        #expect(list.sectionIndex.map(\.frame) == [Frame(370, 225, 30, 25), Frame(370, 250, 30, 25)])
        let hit = try daemon.cartctl(["--json", "hit", "list", "--at", "380,260"] + words)
        #expect(hit.output.contains(#""kind":"indexEntry","index":1"#), "\(hit)")

        // The bar: twice the padding around the width of the titles, but no more than the most.
        for (more, width) in [([], 47.0), (["--index-padding", "10"], 63), (["--maximum-index-width", "33"], 33)] {
            let list: List = try daemon.json(["layout", "list"] + words + ["--index-title-width", "43"] + more)
            #expect(list.sectionIndex.first?.frame.width == width, "\(more)")
        }
        let small: List = try daemon.json(["layout", "list"] + words + ["--index-font-size", "80"])
        #expect(small.sectionIndex.first?.frame.width == 44)
        let none: List = try daemon.json(["layout", "list"] + words + ["--no-index"])
        #expect(none.sectionIndex.isEmpty && none.sections.first?.rows.first?.title == Frame(35, 0, 355, 50))
        let refused: ErrorObject = try daemon.json(status: 1, ["layout", "list"] + words + ["--index-font-size", "0"])
        #expect(refused.error.code == "invalidGeometry" && refused.error.message.contains("indexFontSize"))
        #expect(daemon.stop() == 0)
    }
}
