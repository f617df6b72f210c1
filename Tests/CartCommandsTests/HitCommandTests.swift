import CartCommands
import CartLayout
import CartModel
import CartProtocol
import Testing

@Suite("hit")
struct HitCommandTests {
    @Test("in text")
    func text() throws {
        let bench = try Bench()
        bench.run("control", "set", "buy", "--title", "Buy", "--image", "bag")
        func line(_ words: String) -> String { bench.run(words.split(separator: " ").map(String.init)).output }
        #expect(line("hit grid --catalog cars --at 50,50") == "At 50,50: icon of tile 0, m_9_100, 奥迪\n")
        #expect(line("hit grid --catalog cars --at 90,50") == "Nothing is at 90,50.\n")
        #expect(line("hit list --catalog cars --at 100,40") == "At 100,40: title of row 0 of section 0, m_9_100, 奥迪\n")
        #expect(line("hit list --catalog cars --at 10,10") == "At 10,10: header of section 0\n")
        #expect(
            line("hit list --catalog cars --at 310,290") == "At 310,290: index entry 1, which leads to section 1\n"
        )
        #expect(line("hit control buy --at 50,50 --width 100 --height 100") == "At 50,50: image\n")
        #expect(
            line("hit control buy --at 1,1 --width 100 --height 100") == "At 1,1: the control beside its content\n"
        )
        #expect(line("hit control buy --at 101,1 --width 100 --height 100") == "Nothing is at 101,1.\n")
    }

    @Test("as JSON: the four fields, null for what there is none of, or null alone")
    func json() throws {
        let bench = try Bench()
        func line(_ words: String) -> String {
            bench.run(["--json"] + words.split(separator: " ").map(String.init)).output
        }
        #expect(
            line("hit grid --catalog cars --at 50,50")
                == #"{"hit":{"kind":"tile","index":0,"section":null,"product":{"id":"m_9_100","name":"奥迪","icon":"m_9_100.png"}}}"#
                + "\n"
        )
        #expect(
            line("hit list --catalog cars --at 100,180")
                == #"{"hit":{"kind":"row","index":0,"section":1,"product":{"id":"m_3_100","name":"宝马","icon":null}}}"#
                + "\n"
        )
        #expect(
            line("hit list --catalog cars --at 310,290")
                == #"{"hit":{"kind":"indexEntry","index":1,"section":1,"product":null}}"# + "\n"
        )
        #expect(
            line("hit control --title Hi --at 8,8")
                == #"{"hit":{"kind":"title","index":null,"section":null,"product":null}}"# + "\n"
        )
        #expect(line("hit grid --catalog cars --at 90,50") == #"{"hit":null}"# + "\n")
    }

    @Test("the whole layout is passed on with the point")
    func options() throws {
        let bench = try Bench()
        bench.run(
            "hit",
            "grid",
            "--at",
            "-1,2.5",
            "--catalog",
            "cars",
            "--columns",
            "4",
            "--visible",
            "0,0,9,9",
            "--relative"
        )
        #expect(
            bench.service.last(HitGrid.self)
                == HitGrid(
                    grid: LayOutGrid(
                        catalog: "cars",
                        columns: 4,
                        visible: Rect(x: 0, y: 0, width: 9, height: 9),
                        relative: true
                    ),
                    point: Point(x: -1, y: 2.5)
                )
        )
        bench.run("hit", "list", "--catalog", "cars", "--at", "3,4", "--header-height", "30", "--index-width", "20")
        var list = LayOutList(catalog: "cars")
        list.headerHeight = 30
        list.indexWidth = 20
        #expect(bench.service.last(HitList.self) == HitList(list: list, point: Point(x: 3, y: 4)))
        bench.run("hit", "list", "--catalog", "cars", "--at", "1,2", "--offset", "30")
        #expect(
            bench.service.last(HitList.self)
                == HitList(list: LayOutList(catalog: "cars", offset: 30), point: Point(x: 1, y: 2))
        )
        bench.run("hit", "control", "buy", "--at", "1,2", "--state", "selected,focused", "--vertical", "fill")
        #expect(
            bench.service.last(HitControl.self)
                == HitControl(
                    control: LayOutControl(control: "buy", state: [.selected, .focused], vertical: .fill),
                    point: Point(x: 1, y: 2)
                )
        )
    }

    @Test("a kind that this tool does not know is shown as it is", arguments: ["cloud", "a\u{1B}[2Jb"])
    func unknownKind(kind: String) {
        let report = HitReport(
            answer: HitAnswer(hit: .init(kind: .init(rawValue: kind), index: 3)),
            point: Point(x: .nan, y: 0)
        )
        var page = Page(for: Terminal(isTerminal: false))
        report.write(to: &page)
        #expect(page.text == "At nan,0: \(kind.visible) 3\n")
    }
}
