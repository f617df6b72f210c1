import CartCommands
import CartLayout
import CartModel
import CartProtocol
import Testing
import TestSupport

/// Names that want to be more than text.
@Suite("render: hostile names")
struct RenderTextTests {
    private static let hostile: [String] = [
        #"</title><script>alert(1)</script>"#, #"a" onload="alert(1)"#, "a'b", "]]>", "<![CDATA[x]]>", "&amp;lt;",
        "&#0;",
        "&#x1F600;", "<!--", "-->", "<?xml?>", "\u{202E}evil\u{202C}", "\u{2066}iso", "a\tb\nc\rd", "a\u{2028}b",
        "\u{1}\u{8}\u{B}\u{1F}", "\u{7F}\u{85}\u{9F}", "\u{FFFE}\u{FFFF}", "\u{1FFFE}", "e\u{301}", "\u{301}", "👨‍👩‍👧",
        "  two  ",
        "\u{FEFF}x", "",
    ]

    /// What has to be read back: the name, with what XML cannot hold replaced.
    private static func held(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case 0x9, 0xA, 0xD: scalar
                    case 0..<0x20, 0xFFFE, 0xFFFF: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
    }

    @Test("stay text in every element and attribute, and come back as they were", arguments: RenderTextTests.hostile)
    func names(name: String) throws {
        let answer = LayOutControl.Answer(
            bounds: .init(x: 0, y: 0, width: 400, height: 60),
            content: .zero,
            image: .init(x: 0, y: 0, width: 40, height: 40),
            title: .init(x: 0, y: 40, width: 400, height: 20),
            appearance: .init(title: name, color: name, image: name)
        )
        let text = StubService(control: answer).run(["render", "control", "-o", "-", "--", name]).output
        let svg = try SVGReading(text)
        #expect(Set(svg.elements.map(\.name)).isSubset(of: Self.known))
        #expect(svg.elements.allSatisfy { $0.attributes["onload"] == nil })
        #expect(svg.named("title").first?.text == Self.held("Control \(name)"))
        // Nothing that a terminal or an editor would obey is written as it is.
        let raw = text.unicodeScalars.filter {
            (0x7F...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value)
        }
        #expect(raw.isEmpty)
    }

    private static let known: Set<String> = ["svg", "title", "rect", "text", "circle", "path", "g", "clipPath"]

    @Test("text on one line: what would end it is a space, and what would turn it is left out")
    func oneLine() throws {
        let answer = LayOutControl.Answer(
            bounds: .init(x: 0, y: 0, width: 400, height: 60),
            content: .zero,
            title: .init(x: 0, y: 40, width: 400, height: 20),
            appearance: .init(title: "a\u{202E}b\u{2069}\nc\u{2028}d\u{1}e  f")
        )
        let svg = try SVGReading(StubService(control: answer).run(["render", "control", "-o", "-"]).output)
        let text = try #require(svg.named("text").first)
        #expect(text.text == "ab c d e  f")
        #expect(text.attributes["xml:space"] == "preserve")
    }

    @Test("names by chance make a well-formed document", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = Self.hostile + ["<", ">", "&", "\"", "'", ";", "x", " ", "\u{0}", "买", "ب", "/"]
        for _ in 0..<60 {
            func name() -> String {
                (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
                    .joined()
            }
            let products = (0..<3).map { Product(id: "\($0)\(name())", name: name(), icon: name()) }
            let frame = Rect(x: 0, y: 0, width: 90, height: 90)
            let grid = LayOutGrid.Answer(
                size: frame.size,
                overflows: false,
                version: 1,
                items: products.map {
                    .init(index: 0, product: $0, frame: frame, icon: frame, title: frame, text: name())
                }
            )
            let title = name()
            let list = LayOutList.Answer(
                size: frame.size,
                overflows: false,
                version: 1,
                sections: [
                    .init(
                        index: 0,
                        title: title,
                        header: frame,
                        headerTitle: frame,
                        rowCount: 3,
                        rows: products.map { .init(index: 0, product: $0, frame: frame, icon: frame, title: frame) }
                    )
                ],
                sectionIndex: [.init(title: title, section: 0, frame: frame)]
            )
            let service = StubService(grid: grid, list: list)
            for screen in ["grid", "list"] {
                let run = service.run(["render", screen, "-o", "-", "--catalog=\(title)"])
                #expect(throws: Never.self, "seed \(seed): \(run)") { try SVGReading(run.output) }
            }
        }
    }

    @Test("numbers that are none do no harm")
    func numbers() throws {
        let numbers: [Double] = [.nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e308, -1e308, 40]
        for x in numbers {
            for width in numbers {
                let frame = Rect(x: x, y: x, width: width, height: width)
                let product = Product(id: "a", name: "买 bag", icon: nil)
                let service = StubService(
                    grid: .init(
                        size: frame.size,
                        overflows: true,
                        canAdd: true,
                        canRemove: false,
                        version: 0,
                        items: [.init(index: .min, product: product, frame: frame, icon: frame, title: frame)]
                    ),
                    list: .init(
                        size: frame.size,
                        overflows: true,
                        version: 0,
                        sections: [
                            .init(
                                index: .max,
                                title: "x",
                                header: frame,
                                headerTitle: frame,
                                rowCount: .min,
                                rows: [.init(index: .min, product: product, frame: frame, icon: frame, title: frame)]
                            )
                        ],
                        sectionIndex: [.init(title: "x", section: 0, frame: frame)],
                        sectionIndexFrame: frame,
                        stickyHeader: .init(section: 0, title: "x", frame: frame, headerTitle: frame)
                    ),
                    control: .init(
                        bounds: frame,
                        content: frame,
                        image: frame,
                        title: frame,
                        appearance: .init(title: "x", image: "y"),
                        state: [.focused, .disabled]
                    )
                )
                let number = "\(width)"
                for words in [
                    ["grid", "--width", number, "--height", "\(x)"], ["list", "--catalog", "x", "--offset=\(number)"],
                    ["control"],
                ] {
                    let run = service.run(["render"] + words + ["-o", "-"])
                    #expect(run.status == 0)
                    #expect(throws: Never.self, "\(run.output)") { try SVGReading(run.output) }
                    #expect(!run.output.contains("nan") && !run.output.contains("inf"))
                }
            }
        }
    }
}
