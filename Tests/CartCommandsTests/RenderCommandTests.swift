import CartCommands
import CartLayout
import CartModel
import CartProtocol
import FoundationEssentials
import Glibc
import Testing
import TestSupport

@Suite("render")
struct RenderCommandTests {
    /// Renders to standard output and reads the document.
    private func render(_ bench: Bench, _ words: String...) throws -> SVGReading {
        let run = bench.run(["render"] + words + ["-o", "-"])
        try #require(run.status == 0, "\(run.complaint)")
        return try SVGReading(run.output)
    }

    @Test("a cart's grid as it is written: tiles with stand-ins for icons, titles, the two buttons")
    func snapshot() throws {
        let bench = try Bench().filled(1)
        #expect(
            bench.run("render", "grid", "-o", "-", "--width", "180", "--height", "100", "--columns", "2").output == """
                <?xml version="1.0" encoding="UTF-8"?>
                <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="220" \
                height="200" viewBox="0 0 220 200" font-family="sans-serif">
                <title>Cart default</title>
                <rect x="0" y="0" width="220" height="200" rx="16" fill="#f3f1ed"/>
                <clipPath id="screen"><rect x="20" y="20" width="180" height="100"/>
                </clipPath>
                <g clip-path="url(#screen)">
                <rect x="20.5" y="20.5" width="79" height="99" rx="10" fill="#ffffff" stroke="#dcd8d0" stroke-width="1"/>
                <rect x="25.6" y="25.6" width="68.8" height="68.8" rx="15.136" fill="#e0efdc"/>
                <text x="60" y="70.32" font-size="34.4" fill="#3d7032" text-anchor="middle">单</text>
                <text x="60" y="115.1" font-size="17" fill="#1d1b18" text-anchor="middle">单肩包</text>
                </g>
                <rect x="20" y="140" width="84" height="40" rx="10" fill="#2362c7"/>
                <text x="62" y="164.8" font-size="16" fill="#ffffff" text-anchor="middle">Add</text>
                <rect x="116" y="140" width="84" height="40" rx="10" fill="#2362c7"/>
                <text x="158" y="164.8" font-size="16" fill="#ffffff" text-anchor="middle">Remove</text>
                </svg>

                """
        )
    }

    @Test("the buttons are grey where they do nothing, and change places right to left")
    func buttons() throws {
        func buttons(_ bench: Bench, _ words: String...) throws -> [String] {
            let svg = try SVGReading(bench.run(["render", "grid", "-o", "-"] + words).output)
            let places = svg.named("rect").suffix(2).map { [$0.attributes["x"], $0.attributes["fill"]] }
            return places.map { $0.compactMap(\.self).joined(separator: " ") }
        }
        #expect(try buttons(try Bench()) == ["20 #2362c7", "166 #e6e3de"])
        #expect(try buttons(try Bench().filled(6)) == ["20 #e6e3de", "166 #2362c7"])
        #expect(try buttons(try Bench().filled(6), "--direction", "rtl") == ["166 #e6e3de", "20 #2362c7"])
        let catalog = try render(try Bench(), "grid", "--catalog", "cars")
        #expect(!catalog.named("text").contains { $0.text == "Add" })
        #expect(try render(try Bench(), "grid").named("text").first?.text == "The cart is empty")
    }

    @Test("a list: rows, headers over them, the index over all, the header that stays at the top")
    func list() throws {
        let svg = try render(try Bench(), "list", "--catalog", "cars", "--height", "220", "--offset", "40")
        let texts = svg.named("text").map(\.text)
        #expect(texts == ["奥", "奥迪", "阿", "阿尔法·罗密欧", "宝", "宝马", "B", "A", "A", "B"])
        let sticky = svg.named("text")[7]
        #expect(sticky.attributes["y"] == "38.2" && sticky.attributes["font-size"] == "14")
        #expect(svg.elements[0].attributes["viewBox"] == "0 0 360 260")
    }

    @Test("what is asked of the daemon is just what the picture shows")
    func visible() throws {
        let bench = try Bench().filled()
        _ = try render(bench, "grid", "--width", "300")
        #expect(
            bench.service.last(LayOutGrid.self)
                == LayOutGrid(width: 300, visible: Rect(x: 0, y: 0, width: 300, height: 220), relative: true)
        )
        _ = try render(bench, "grid", "--visible", "100,0,90,50")
        #expect(bench.service.last(LayOutGrid.self)?.visible == Rect(x: 100, y: 0, width: 90, height: 50))
        _ = try render(bench, "list", "--catalog", "cars", "--offset", "40")
        #expect(
            bench.service.last(LayOutList.self)
                == LayOutList(
                    catalog: "cars",
                    visible: Rect(x: 0, y: 40, width: 320, height: 568),
                    relative: true,
                    offset: 40
                )
        )
    }

    @Test("right to left: titles end at the leading edge, and a title's own direction is its own")
    func rightToLeft() throws {
        let bench = try Bench()
        bench.service.replace(
            try Catalog(
                name: "mixed",
                groups: [
                    ProductGroup(
                        title: "",
                        products: [
                            Product(id: "a", name: "Tea!"), Product(id: "b", name: "شاي!"), Product(id: "c", name: "…"),
                        ]
                    )
                ]
            )
        )
        func titles(_ direction: String) throws -> [[String?]] {
            try render(bench, "list", "--catalog", "mixed", "--direction", direction).named("text")
                .filter { $0.attributes["font-size"] == "17" }
                .map { [$0.text, $0.attributes["x"], $0.attributes["text-anchor"], $0.attributes["direction"]] }
        }
        #expect(
            try titles("ltr") == [
                ["Tea!", "96", "start", nil], ["شاي!", "96", "end", "rtl"], ["…", "96", "start", nil],
            ]
        )
        #expect(
            try titles("rtl") == [
                ["Tea!", "264", "end", nil], ["شاي!", "264", "start", "rtl"], ["…", "264", "end", nil],
            ]
        )
    }

    @Test("a title that does not fit is cut where the daemon cuts it")
    func shortened() throws {
        let bench = try Bench()
        bench.service.replace(
            try Catalog(name: "x", groups: [ProductGroup(products: [Product(id: "a", name: "A long name of a bag")])])
        )
        let svg = try render(bench, "grid", "--catalog", "x")
        #expect(svg.named("text").map(\.text) == ["A", "A long n…"])
    }

    @Test(
        "a control in its states: colours, the focus, and half seen where it is disabled",
        arguments: [
            ("normal", "#ffffff", 1, nil, "#1d1b18"), ("highlighted", "#d9d5cd", 1, nil, "#1d1b18"),
            ("selected", "#dfe9fb", 2, nil, "#2362c7"), ("highlighted,selected", "#d9d5cd", 2, nil, "#1a4da1"),
            ("disabled,selected", "#e6e3de", 2, "0.38", "#2362c7"), ("focused", "#ffffff", 1, nil, "#1d1b18"),
        ] as [(String, String, Int, String?, String)]
    )
    func states(state: String, back: String, stroke: Int, opacity: String?, ink: String) throws {
        let svg = try render(
            try Bench(),
            "control",
            "--title",
            "Buy",
            "--image",
            "bag",
            "--state",
            state,
            "--width",
            "100"
        )
        let isFocused = state == "focused"
        let rects = svg.named("rect").dropFirst()
        #expect(rects.first?.attributes["fill"] == (isFocused ? "none" : back))
        #expect(rects.dropFirst(isFocused ? 1 : 0).first?.attributes["stroke-width"] == "\(stroke)")
        #expect(svg.named("g").first?.attributes["opacity"] == opacity)
        #expect(svg.named("text").map { [$0.text, $0.attributes["fill"]] } == [["Buy", ink]])
        // The sign for a picture stands in for the image.
        #expect(svg.named("circle").count == 1)
    }

    @Test(
        "a control's own colour is used if it is one",
        arguments: [("#2E7D32", "#2E7D32"), ("red", "#1d1b18"), ("#12345", "#1d1b18"), ("\"/><script>", "#1d1b18")]
    )
    func color(given: String, used: String) throws {
        let svg = try render(try Bench(), "control", "--title", "Buy", "--color", given)
        #expect(svg.named("text").map { $0.attributes["fill"] } == [used])
    }

    @Test("as JSON it is still one object")
    func json() throws {
        let bench = try Bench().filled(2)
        let folder = try TemporaryFolder()
        let file = folder.path + "/a.svg"
        let run = bench.run("--json", "render", "grid", "-o", file)
        let bytes = try folder.text(of: "a.svg").utf8.count
        #expect(
            run
                == Run(
                    0,
                    #"{"picture":{"file":"\#(file)","width":320,"height":320,"bytes":\#(bytes),"icons":0,"placeholders":2,"#
                        + #""missingCharacters":0}}"# + "\n"
                )
        )
        let whole = bench.run("--json", "render", "grid", "-o", "-").output
        #expect(whole.hasPrefix(#"{"svg":"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "#))
        #expect(whole.hasSuffix("</svg>\\n\"}\n"))
    }

    @Test("icons are in the document once each, whatever their format; what is none is stood in for and named")
    func icons() throws {
        let folder = try TemporaryFolder()
        let icon = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><script>alert(1)</script></svg>"#
        try folder.write(icon, to: "m_9_100.png")
        try folder.write("<svg", to: "m_92_100.png")
        let bench = try Bench()
        bench.service.replace(
            try Catalog(
                name: "cars",
                groups: [
                    ProductGroup(
                        title: "A",
                        products: ["m_9_100.png", "m_92_100.png", "m_9_100.png", "../x", "absent"].enumerated().map {
                            Product(id: "\($0.offset)", name: "N\($0.offset)", icon: $0.element)
                        }
                    )
                ]
            )
        )
        let run = bench.run(
            "render",
            "list",
            "-o",
            folder.path + "/out.svg",
            "--catalog",
            "cars",
            "--icons",
            folder.path
        )
        #expect(run.output.hasPrefix("Wrote \(folder.path)/out.svg · 360 x 608 points · "))
        #expect(run.output.contains(" bytes · 1 icon\n"))
        #expect(
            run.output.contains(
                "\nthe picture m_92_100.png cannot be used: the file ends in its svg header\n"
            )
        )
        #expect(run.output.contains("\nthe picture ../x cannot be used: the name has to be a plain path"))
        #expect(run.output.hasSuffix("\n3 icons stood in for\n"))
        let svg = try SVGReading(try folder.text(of: "out.svg"))
        #expect(svg.named("use").map { $0.attributes["xlink:href"] } == ["#icon0", "#icon0"])
        #expect(svg.named("symbol").map { $0.attributes["viewBox"] } == ["0 0 30 20"])
        let link = try #require(svg.named("image").first?.attributes["xlink:href"])
        let head = "data:image/svg+xml;base64,"
        #expect(link.hasPrefix(head))
        let data = try #require(Data(base64Encoded: String(link.dropFirst(head.count))))
        #expect(String(decoding: data, as: UTF8.self) == icon)
        #expect(svg.named("script").isEmpty)
    }

    @Test("nothing in the document refers to anything outside of it")
    func selfContained() throws {
        let bench = try Bench().filled()
        for words in [
            ["grid"], ["list", "--catalog", "cars"],
            ["control", "--title", "x", "--image", "http://example.org/a.png"],
        ] {
            let svg = try SVGReading(bench.run(["render"] + words + ["-o", "-"]).output)
            for element in svg.elements {
                for (name, value) in element.attributes where !name.hasPrefix("xmlns") {
                    #expect(!value.contains("//"), "\(element.name) \(name)")
                    if name == "xlink:href" { #expect(value.hasPrefix("#") || value.hasPrefix("data:")) }
                }
            }
        }
    }

    @Test("what cannot be used is refused before anything is asked for or written")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let file = folder.path + "/a.svg"
        let font = bench.run("render", "grid", "-o", file, "--font", "/absent.ttf")
        #expect(
            font
                == Run(
                    1,
                    complaint:
                        "cartctl: the font /absent.ttf cannot be used: it cannot be read: No such file or directory; "
                        + "give the path of a TrueType or OpenType file\n"
                )
        )
        let icons = bench.run("--json", "render", "grid", "-o", file, "--icons", folder.path + "/absent")
        #expect(icons.status == 1)
        #expect(
            icons.output
                == #"{"error":{"code":"unusableFile","message":"the icon folder \#(folder.path)/absent cannot be used: "#
                + #"there is no such file or folder","details":{"file":"\#(folder.path)/absent"}}}"# + "\n"
        )
        #expect(bench.run("render", "grid", "-o", "").status == 2)
        #expect(bench.run("render", "grid").status == 2)
        #expect(bench.connected.isEmpty && folder.names().isEmpty)
        bench.service.refuse(CartError(.unknownCart, "no"))
        #expect(bench.run("render", "grid", "-o", file).status == 1)
        #expect(folder.names().isEmpty)
    }

    @Test("more than a viewer opens is refused with the way out")
    func tooLarge() throws {
        let bench = try Bench()
        let products = (0..<20_001).map { Product(id: "\($0)", name: "x") }
        bench.service.replace(try Catalog(name: "big", groups: [ProductGroup(products: products)]))
        let run = bench.run("render", "grid", "-o", "-", "--catalog", "big", "--visible", "0,0,280,1e9")
        #expect(
            run
                == Run(
                    1,
                    complaint:
                        "cartctl: 20001 tiles or rows would be drawn; at most 20000 are, so name a smaller part with "
                        + "--visible\n"
                )
        )
    }
}
