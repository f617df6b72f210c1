import CartCommands
import CartLayout
import CartModel
import CartProtocol
import Testing

@Suite("layout list")
struct ListCommandTests {
    @Test("in text: headers, rows, the index at the trailing edge, frames")
    func text() throws {
        #expect(
            try Bench().run("layout", "list", "--catalog", "cars").output == """
                List of catalog cars · content 320 x 236 points · 3 rows in 2 sections

                  ┌──────────────────────────────────────────────────────┬───┐
                  │ A                                                    │   │
                  ├──────────────────────────────────────────────────────┤   │
                  │ m_9_100.png   奥迪                                   │   │
                  │ m_92_100.png  阿尔法·罗密欧                          │ A │
                  ├──────────────────────────────────────────────────────┤ B │
                  │ B                                                    │   │
                  ├──────────────────────────────────────────────────────┤   │
                  │               宝马                                   │   │
                  └──────────────────────────────────────────────────────┴───┘

                Row  Product   Frame            Icon in row    Title in row
                Section 0: A · header 320x28 at 0,0
                  0  m_9_100   320x60 at 0,28   44x44 at 16,8  213x60 at 76,0
                  1  m_92_100  320x60 at 0,88   44x44 at 16,8  213x60 at 76,0
                Section 1: B · header 320x28 at 0,148
                  0  m_3_100   320x60 at 0,176  44x44 at 16,8  213x60 at 76,0

                Section index 15x568 at 305,0: A B

                """
        )
    }

    @Test("right to left: mirrored, with the header at the top of the screen where an offset is given")
    func rightToLeft() throws {
        let output = try Bench().run("layout", "list", "--catalog", "cars", "--direction", "rtl", "--offset", "10")
            .output
        #expect(
            output.contains(
                """

                  ┌───┬──────────────────────────────────────────────────────┐
                  │   │                                                    A │
                  │   ├──────────────────────────────────────────────────────┤
                  │   │                                   奥迪   m_9_100.png │
                  │ A │                          阿尔法·罗密欧  m_92_100.png │
                  │ B ├──────────────────────────────────────────────────────┤
                  │   │                                                    B │
                  │   ├──────────────────────────────────────────────────────┤
                  │   │                                   宝马               │
                  └───┴──────────────────────────────────────────────────────┘

                """
            )
        )
        #expect(output.contains("\n  0  m_9_100   320x60 at 0,28   44x44 at 260,8  213x60 at 31,0\n"))
        #expect(output.hasSuffix("\nAt the top of the screen: header A, 320x28 at 0,10\n"))
    }

    @Test("as JSON: the fields of the design, null for a header or an icon that there is none of")
    func json() throws {
        let bench = try Bench()
        bench.service.replace(
            try Catalog(
                name: "mixed",
                groups: [
                    ProductGroup(title: "", products: [Product(id: "a", name: "A very long name of a thing")]),
                    ProductGroup(title: "Z", products: []),
                ]
            )
        )
        #expect(
            bench.run("--json", "layout", "list", "--catalog", "mixed", "--width", "200", "--height", "14").output
                == """
                {"size":{"width":200,"height":88},"sections":[\
                {"index":0,"title":"","header":null,"rows":[{"index":0,"product":{"id":"a","name":"A very long name of a thing",\
                "icon":null},"frame":{"x":0,"y":0,"width":200,"height":60},"icon":{"x":16,"y":8,"width":44,"height":44},\
                "title":{"x":76,"y":0,"width":93,"height":60},"text":"A very lo…"}]},\
                {"index":1,"title":"Z","header":{"x":0,"y":60,"width":200,"height":28},"rows":[],"isEmpty":true}],\
                "sectionIndex":[{"title":"Z","section":1,"frame":{"x":185,"y":0,"width":15,"height":14}}]}

                """
        )
        let withOffset = bench.run("--json", "layout", "list", "--catalog", "cars", "--offset", "100").output
        #expect(
            withOffset.hasSuffix(
                #""stickyHeader":{"section":0,"title":"A","frame":{"x":0,"y":100,"width":320,"height":28}}}"# + "\n"
            )
        )
    }

    @Test("an index that has too little room says which entries are marks")
    func marks() throws {
        let bench = try Bench()
        let groups = (0..<9).map { ProductGroup(title: "T\($0)", products: []) }
        bench.service.replace(try Catalog(name: "many", groups: groups))
        let output = bench.run("--json", "layout", "list", "--catalog", "many", "--height", "70").output
        #expect(output.components(of: #""isMark":true"#) == 2)
        #expect(
            output.contains(#"{"title":"•","section":2,"frame":{"x":305,"y":14,"width":15,"height":14},"isMark":true}"#)
        )
        let text = bench.run("layout", "list", "--catalog", "many", "--height", "70").output
        #expect(text.contains("\nSection index 15x70 at 305,0: T0 • T4 • T8\n"))
        #expect(text.components(of: " · no rows\n") == 9 && text.components(of: "│ (no rows)") == 9)
    }

    @Test("every field of the call but for pages has an option of its name, wherever a list is meant")
    func fields() throws {
        let names = Mirror(reflecting: LayOutList(catalog: "")).children.compactMap(\.label).map { field in
            switch field {
            case "showsIndex": "no-index"
            case "indexTitles": "index-title"
            default: field.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
            }
        }
        #expect(names.contains("header-height") && names.contains("from"))
        for (path, isRelative) in [(["layout", "list"], true), (["hit", "list"], true), (["render", "list"], false)] {
            let command = try #require(CommandTable.cartctl.commands.first { $0.path == path })
            let options = Set(command.parameters.map(\.name))
            let expected = Set(names).subtracting(isRelative ? ["from"] : ["from", "relative"])
            #expect(expected.isSubset(of: options), "\(path) lacks \(expected.subtracting(options))")
        }
    }

    @Test("without icons, or without the section index, there is none in the text and in the picture")
    func withoutParts() throws {
        let bench = try Bench()
        let words = ["list", "--catalog", "cars", "--icon-width", "0", "--no-index"]
        let text = bench.run(["layout"] + words).output
        #expect(!text.contains("Section index") && text.contains("0x44 at 16,8"))
        let picture = bench.run(["render"] + words + ["-o", "-"])
        #expect(picture.status == 0)
        // No letter stands in for an icon, and none is in the index: that of the first is in its header, which is at the
        // top of the screen too.
        for (letter, count) in [("A", 2), ("B", 1)] {
            #expect(picture.output.components(of: ">\(letter)</text>") == count)
        }
    }

    @Test("every option is passed on")
    func options() throws {
        let bench = try Bench()
        bench.run(
            [
                "layout", "list", "--catalog", "cars", "--width", "300", "--height", "400.5", "--row-height", "44",
                "--scale", "2", "--direction", "rtl", "--font-size", "13", "--visible", "0,10,300,50", "--offset", "7",
                "--relative", "--header-height", "30", "--margin", "8.5", "--icon-width", "20", "--icon-height", "21",
                "--icon-spacing", "4", "--no-index", "--index-title", "A", "--index-title", "-", "--index-width", "31",
                "--index-title-width", "32", "--index-padding", "3", "--maximum-index-width", "33",
                "--index-entry-height", "12", "--index-font-size", "9",
            ]
        )
        var expected = LayOutList(
            catalog: "cars",
            width: 300,
            height: 400.5,
            rowHeight: 44,
            scale: 2,
            direction: .rightToLeft,
            visible: Rect(x: 0, y: 10, width: 300, height: 50),
            relative: true,
            offset: 7
        )
        expected.fontSize = 13
        expected.headerHeight = 30
        expected.margin = 8.5
        expected.iconWidth = 20
        expected.iconHeight = 21
        expected.iconSpacing = 4
        expected.showsIndex = false
        expected.indexTitles = ["A", "-"]
        expected.indexWidth = 31
        expected.indexTitleWidth = 32
        expected.indexPadding = 3
        expected.maximumIndexWidth = 33
        expected.indexEntryHeight = 12
        expected.indexFontSize = 9
        #expect(bench.service.last(LayOutList.self) == expected)
        bench.run("layout", "list", "--catalog", "cars")
        #expect(bench.service.last(LayOutList.self) == LayOutList(catalog: "cars"))
    }

    @Test("a long list is drawn to its 44th line, and the rest is counted; every frame is in the table")
    func rest() throws {
        let bench = try Bench()
        let products = (0..<100).map { Product(id: "p\($0)", name: "P\($0)") }
        bench.service.replace(
            try Catalog(
                name: "long",
                groups: [
                    ProductGroup(title: "", products: Array(products.prefix(60))),
                    ProductGroup(title: "End", products: Array(products.suffix(40))),
                ]
            )
        )
        let output = bench.run("layout", "list", "--catalog", "long").output
        #expect(output.components(of: "\n  │ P") == 44)
        #expect(output.contains("\n  and 56 rows more below\n"))
        #expect(output.contains("\n 59  p59      320x60 at 0,3540"))
    }

    @Test("nothing there says so")
    func nothing() throws {
        let bench = try Bench()
        bench.service.replace(try Catalog(name: "none", groups: []))
        #expect(bench.run("layout", "list", "--catalog", "none").output.hasSuffix("There is no product in it.\n"))
        let unseen = bench.run("layout", "list", "--catalog", "cars", "--visible", "0,9000,10,10").output
        #expect(unseen.hasSuffix("Nothing of it is visible there.\n"))
        #expect(bench.run("layout", "list", "--catalog", "other").status == 1)
    }

    @Test("a drawing never leaves the terminal, whatever names and titles are", arguments: [40, 57, 80, 200])
    func bounded(width: Int) throws {
        var bench = try Bench()
        bench.terminal = Terminal(isTerminal: true, columns: width, environment: ["NO_COLOR": "1"])
        let long = String(repeating: "长 ", count: 60)
        bench.service.replace(
            try Catalog(
                name: "wide",
                groups: [
                    ProductGroup(
                        title: long,
                        products: [Product(id: "a", name: long + "\u{202E}x", icon: "icon\u{202E}")]
                    ),
                    ProductGroup(title: "é", products: [Product(id: "b", name: "🇨🇳👨‍👩‍👧", icon: long)]),
                ]
            )
        )
        for direction in ["ltr", "rtl"] {
            let run = bench.run("layout", "list", "--catalog", "wide", "--direction", direction)
            #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
            let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("  │") || $0.hasPrefix("  ┌") }
            #expect(lines.count >= 5)
            #expect(lines.allSatisfy { String($0).displayWidth == min(width, 62) }, "\(run.output)")
        }
    }

    @Test("numbers of a peer that nothing can be drawn from do no harm")
    func hostileNumbers() throws {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e308, -1e308]
        for number in numbers {
            let frame = Rect(x: number, y: number, width: number, height: number)
            let answer = LayOutList.Answer(
                size: Size(width: number, height: number),
                overflows: true,
                version: 0,
                sections: [
                    .init(
                        index: .max,
                        title: "x",
                        header: frame,
                        headerTitle: frame,
                        rowCount: .min,
                        rows: [.init(index: .min, product: .qianbao, frame: frame, icon: frame, title: frame)]
                    )
                ],
                sectionIndex: [.init(title: "", section: .min, frame: frame)],
                stickyHeader: .init(section: .max, title: "", frame: frame, headerTitle: frame)
            )
            let report = ListReport(answer: answer, call: LayOutList(catalog: "x", offset: number))
            var page = Page(for: Terminal(isTerminal: false))
            report.write(to: &page)
            #expect(page.text.contains("qianbao") && report.json.text.contains("qianbao"))
        }
    }
}

extension String {
    /// How often a text is in it.
    func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let first = rest.firstIndex(where: { _ in true }) {
            if rest.hasPrefix(part) {
                count += 1
                rest = rest.dropFirst(part.count)
            } else {
                rest = rest[rest.index(after: first)...]
            }
        }
        return count
    }
}
