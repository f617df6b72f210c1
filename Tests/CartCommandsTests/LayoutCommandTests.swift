import CartCommands
import CartJSON
import CartLayout
import CartModel
import CartProtocol
import Testing

@Suite("layout grid")
struct LayoutCommandTests {
    @Test("a full cart in text: buttons, tiles to scale, frames")
    func text() throws {
        let bench = try Bench().filled()
        #expect(
            bench.run("layout", "grid", "--width", "280", "--height", "220").output == """
                Grid of cart default · content 280 x 220 points · add off, remove on

                  ┌──────────────┐    ┌──────────────┐    ┌──────────────┐
                  │              │    │              │    │              │
                  │              │    │              │    │              │
                  │  danjianbao  │    │   qianbao    │    │ liantiaobao  │
                  │              │    │              │    │              │
                  │              │    │              │    │              │
                  │              │    │              │    │              │
                  ├──────────────┤    ├──────────────┤    ├──────────────┤
                  │    单肩包    │    │     钱包     │    │    链条包    │
                  └──────────────┘    └──────────────┘    └──────────────┘


                  ┌──────────────┐    ┌──────────────┐    ┌──────────────┐
                  │              │    │              │    │              │
                  │              │    │              │    │              │
                  │  shoutibao   │    │shuangjianbao │    │  xiekuabao   │
                  │              │    │              │    │              │
                  │              │    │              │    │              │
                  │              │    │              │    │              │
                  ├──────────────┤    ├──────────────┤    ├──────────────┤
                  │    手提包    │    │    双肩包    │    │    斜挎包    │
                  └──────────────┘    └──────────────┘    └──────────────┘

                Index  Product        Frame              Icon in tile  Title in tile
                    0  danjianbao     80x100 at 0,0      80x80 at 0,0  80x20 at 0,80
                    1  qianbao        80x100 at 100,0    80x80 at 0,0  80x20 at 0,80
                    2  liantiaobao    80x100 at 200,0    80x80 at 0,0  80x20 at 0,80
                    3  shoutibao      80x100 at 0,120    80x80 at 0,0  80x20 at 0,80
                    4  shuangjianbao  80x100 at 100,120  80x80 at 0,0  80x20 at 0,80
                    5  xiekuabao      80x100 at 200,120  80x80 at 0,0  80x20 at 0,80

                """
        )
    }

    @Test("a cart as JSON: whole lengths have no point, the buttons are there")
    func cartJSON() throws {
        let bench = try Bench().filled(2)
        #expect(
            bench.run("--json", "layout", "grid").output == """
                {"size":{"width":280,"height":100},"overflows":false,"canAdd":true,"canRemove":true,"items":[\
                {"index":0,"product":{"id":"danjianbao","name":"单肩包","icon":"danjianbao"},\
                "frame":{"x":0,"y":0,"width":80,"height":100},"icon":{"x":0,"y":0,"width":80,"height":80},\
                "title":{"x":0,"y":80,"width":80,"height":20}},\
                {"index":1,"product":{"id":"qianbao","name":"钱包","icon":"qianbao"},\
                "frame":{"x":100,"y":0,"width":80,"height":100},"icon":{"x":0,"y":0,"width":80,"height":80},\
                "title":{"x":0,"y":80,"width":80,"height":20}}]}

                """
        )
    }

    @Test("a catalog's group as JSON: no buttons, fractions as they are")
    func catalogJSON() throws {
        let bench = try Bench()
        #expect(
            bench.run(
                "--json",
                "layout",
                "grid",
                "--catalog",
                "cars",
                "--group",
                "A",
                "--width",
                "100.5",
                "--columns",
                "2",
                "--tile-width",
                "40.25",
                "--tile-height",
                "40.25"
            ).output == """
                {"size":{"width":100.5,"height":40.25},"overflows":false,"items":[\
                {"index":0,"product":{"id":"m_9_100","name":"奥迪","icon":"m_9_100.png"},\
                "frame":{"x":0,"y":0,"width":40.25,"height":40.25},"icon":{"x":0,"y":0,"width":40.25,"height":40.25},\
                "title":{"x":0,"y":40.25,"width":40.25,"height":0}},\
                {"index":1,"product":{"id":"m_92_100","name":"阿尔法·罗密欧","icon":"m_92_100.png"},\
                "frame":{"x":60.25,"y":0,"width":40.25,"height":40.25},"icon":{"x":0,"y":0,"width":40.25,"height":40.25},\
                "title":{"x":0,"y":40.25,"width":40.25,"height":0},"text":"阿…"}]}

                """
        )
    }

    @Test("every option is passed on")
    func options() throws {
        let bench = try Bench()
        bench.run(
            "layout",
            "grid",
            "--catalog",
            "cars",
            "--group",
            "B",
            "--width",
            "1",
            "--height",
            "2",
            "--columns",
            "3",
            "--rows",
            "4",
            "--tile-width",
            "5",
            "--tile-height",
            "6.5",
            "--scale",
            "2",
            "--direction",
            "rtl",
            "--visible",
            "-1,0,1e1,2"
        )
        #expect(
            bench.service.last(LayOutGrid.self)
                == LayOutGrid(
                    catalog: "cars",
                    group: "B",
                    width: 1,
                    height: 2,
                    columns: 3,
                    rows: 4,
                    tileWidth: 5,
                    tileHeight: 6.5,
                    scale: 2,
                    direction: .rightToLeft,
                    visible: Rect(x: -1, y: 0, width: 10, height: 2)
                )
        )
        bench.run("layout", "grid")
        #expect(bench.service.last(LayOutGrid.self) == LayOutGrid())
    }

    @Test("right to left in too little room: drawn from its leftmost tile on, and said to overflow")
    func overflow() throws {
        let bench = try Bench().filled(2)
        #expect(
            bench.run("layout", "grid", "--width", "100", "--height", "100", "--direction", "rtl").output == """
                Grid of cart default · content 160 x 100 points · add on, remove on · overflows its container

                  ┌──────────────┐┌──────────────┐
                  │              ││              │
                  │              ││              │
                  │   qianbao    ││  danjianbao  │
                  │              ││              │
                  │              ││              │
                  │              ││              │
                  ├──────────────┤├──────────────┤
                  │     钱包     ││    单肩包    │
                  └──────────────┘└──────────────┘

                Index  Product     Frame            Icon in tile  Title in tile
                    0  danjianbao  80x100 at 20,0   80x80 at 0,0  80x20 at 0,80
                    1  qianbao     80x100 at -60,0  80x80 at 0,0  80x20 at 0,80

                """
        )
    }

    @Test(
        "geometry that there is none for is the daemon's answer",
        arguments: ["nan", "inf", "-inf", "-1", "1e400", "1e300"]
    )
    func invalidGeometry(text: String) throws {
        let run = try Bench().run("--json", "layout", "grid", "--width", text)
        #expect(run.status == 1)
        #expect(run.output.hasPrefix(#"{"error":{"code":"invalidGeometry","message":"container.width is "#))
    }

    @Test("counts beyond what can be counted, and 0", arguments: ["columns", "rows", "scale"])
    func invalidCounts(option: String) throws {
        let bench = try Bench()
        let run = bench.run("layout", "grid", "--\(option)", "99999999999999999999")
        #expect(
            run
                == Run(
                    1,
                    complaint:
                        "cartctl: \(option) is 99999999999999999999 but must be between -9223372036854775808 and "
                        + "9223372036854775807\n"
                )
        )
        #expect(bench.run("layout", "grid", "--\(option)", "-1").status == 1)
    }

    @Test("nothing to lay out says what to do")
    func nothing() throws {
        let bench = try Bench()
        #expect(
            bench.run("layout", "grid").output == """
                Grid of cart default · content 280 x 0 points · add on, remove off
                The cart is empty: `cartctl add` puts the first product in.

                """
        )
        #expect(
            bench.run("layout", "grid", "--catalog", "cars", "--group", "X").output.hasSuffix(
                "There is no product in it.\n"
            )
        )
        bench.run("add")
        #expect(bench.run("layout", "grid", "--visible", "200,0,10,10").output.hasSuffix("No tile is visible there.\n"))
    }

    @Test("a drawing never leaves the terminal", arguments: [40, 57, 80, 200])
    func bounded(width: Int) throws {
        var bench = try Bench().filled()
        bench.terminal = Terminal(isTerminal: true, columns: width, environment: ["NO_COLOR": "1"])
        for words in [[], ["--columns", "6"], ["--columns", "1"], ["--tile-width", "7", "--tile-height", "900"]] {
            let output = bench.run(["layout", "grid"] + words).output
            let lines = output.split(separator: "\n").filter { $0.hasPrefix("  ┌") || $0.hasPrefix("  │") }
            #expect(lines.allSatisfy { String($0).displayWidth <= width })
            #expect(Set(lines.map { String($0).displayWidth }).count <= 2)
        }
    }

    @Test("one column draws as many tiles as there is room for, and counts the rest")
    func rest() throws {
        let bench = try Bench().filled()
        let output = bench.run("layout", "grid", "--columns", "1").output
        #expect(output.contains("┘\n  and 3 tiles more below\n"))
        #expect(output.count { $0 == "┌" } == 3)
    }

    @Test("numbers of a peer that nothing can be drawn from do no harm")
    func hostileNumbers() throws {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 0, -1, Double.leastNonzeroMagnitude, 1e308, -1e308, 80]
        for x in numbers {
            for width in numbers {
                let frame = Rect(x: x, y: x, width: width, height: width)
                let tile = LayOutGrid.Tile(index: .max, product: .qianbao, frame: frame, icon: frame, title: frame)
                let near = LayOutGrid.Tile(
                    index: .min,
                    product: .qianbao,
                    frame: Rect(x: 0, y: 0, width: 80, height: 100),
                    icon: .zero,
                    title: frame
                )
                let report = GridReport(
                    answer: LayOutGrid.Answer(
                        size: Size(width: width, height: x),
                        overflows: false,
                        version: 0,
                        items: [tile, near]
                    ),
                    call: LayOutGrid(catalog: "shop")
                )
                var page = Page(for: Terminal(isTerminal: false))
                report.write(to: &page)
                #expect(page.text.contains("qianbao"))
                #expect(report.json.text.contains("qianbao"))
            }
        }
    }
}
