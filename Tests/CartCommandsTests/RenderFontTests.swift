import CartCommands
import CartLayout
import CartModel
import CartProtocol
import Glibc
import Testing
import TextMeasurement
import TestSupport

/// Titles as outlines of a font.
@Suite("render: fonts")
struct RenderFontTests {
    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    static let notoCJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

    private func bench(_ names: String...) throws -> Bench {
        let bench = try Bench()
        let products = names.enumerated().map { Product(id: "\($0.offset)", name: $0.element) }
        bench.service.replace(try Catalog(name: "x", groups: [ProductGroup(title: "T", products: products)]))
        return bench
    }

    /// The title that a path is of, and the box around all its points.
    private func titles(_ svg: SVGReading) throws -> [(title: String, box: Rect)] {
        var titles: [(String, Rect)] = []
        for (index, element) in svg.elements.enumerated() where element.name == "path" {
            let next = svg.elements[index + 1]
            guard next.name == "title", next.depth == element.depth + 1 else { continue }
            let d = try #require(element.attributes["d"])
            let numbers = d.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
            let (x, y) = (
                stride(from: 0, to: numbers.count - 1, by: 2).map { numbers[$0] },
                stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
            )
            let (left, right) = (try #require(x.min()), try #require(x.max()))
            let (top, bottom) = (try #require(y.min()), try #require(y.max()))
            titles.append((next.text, Rect(x: left, y: top, width: right - left, height: bottom - top)))
        }
        return titles
    }

    @Test(
        "every title is a path that has the name, stands in its box, and on one line with its neighbours",
        .needsDejaVu
    )
    func grid() throws {
        let bench = try bench("Hat", "Hgp", "A name that is much too long")
        let run = bench.run("render", "grid", "--catalog", "x", "-o", "-", "--font", Self.dejaVu)
        let svg = try SVGReading(run.output)
        #expect(svg.named("text").isEmpty && svg.elements[0].attributes["font-family"] == nil)
        let titles = try titles(svg)
        // Each with the letter that stands in for its icon before it.
        #expect(titles.map(\.title) == ["H", "Hat", "H", "Hgp", "A", "A name that is much too long"])
        let (hat, descending, long) = (titles[1].box, titles[3].box, titles[5].box)
        #expect(hat.x >= 20 && hat.maxX <= 100 && abs(hat.x - 20 - (100 - hat.maxX)) < 2)
        #expect(long.x >= 220 && long.maxX <= 300 && long.width > 60)
        // The capital's top is as high in both; one title goes below the line.
        #expect(hat.y == descending.y && descending.maxY > hat.maxY + 2)
        #expect(hat.y > 100 && descending.maxY < 120)
    }

    @Test("at the leading edge of a list, on either side", .needsDejaVu)
    func list() throws {
        let bench = try bench("HHH")
        for (direction, edge) in [("ltr", 96.0), ("rtl", 264.0)] {
            let run = bench.run(
                ["render", "list", "--catalog", "x", "-o", "-", "--direction", direction, "--font", Self.dejaVu]
            )
            let box = try #require(try titles(try SVGReading(run.output)).first { $0.title == "HHH" }).box
            #expect(abs((direction == "ltr" ? box.x : box.maxX) - edge) < 3, "\(direction) \(box)")
        }
    }

    @Test("the section index is as wide as its titles in the font, and rows leave it that room", .needsDejaVu)
    func sectionIndex() throws {
        let bench = try Bench()
        let groups = ["Wagons", "•"].map { title in
            ProductGroup(title: title, products: [Product(id: title, name: "A name that is much too long for it")])
        }
        bench.service.replace(try Catalog(name: "x", groups: groups))
        let words = ["render", "list", "--catalog", "x", "-o", "-", "--font", Self.dejaVu, "--scale", "2"]
        let index = try titles(try SVGReading(bench.run(words).output)).filter { ["Wagons", "•"].contains($0.title) }
        let measured = try FontMeasure(try FontStack(named: [Self.dejaVu]), size: 11, scale: .two).size(of: "Wagons")
        #expect(bench.service.last(LayOutList.self)?.indexTitleWidth == measured.width)
        // Each title once as a header and once in the index, at the trailing edge, whole: as wide as all its letters.
        let entry = try #require(index.last { $0.title == "Wagons" }).box
        #expect(entry.maxX <= 340 && entry.x >= 340 - 4 - measured.width && entry.width > measured.width - 3)
        let rows = try titles(try SVGReading(bench.run(words).output)).filter { $0.title.hasPrefix("A name") }
        #expect(rows.count == 2 && rows.allSatisfy { $0.box.maxX <= 340 - 4 - measured.width - 16 })
        // In the size that is asked for, and no wider than is asked for.
        let large = try titles(try SVGReading(bench.run(words + ["--index-font-size", "22"]).output))
        let width = try FontMeasure(try FontStack(named: [Self.dejaVu]), size: 22, scale: .two).size(of: "Wagons").width
        #expect(bench.service.last(LayOutList.self)?.indexTitleWidth == width)
        let largest = try #require(large.last { $0.title == "Wagons" }).box
        #expect(largest.width > width - 6 && largest.maxX <= 340)
        bench.run(words + ["--index-title-width", "12"])
        #expect(bench.service.last(LayOutList.self)?.indexTitleWidth == 12)
    }

    @Test("characters in none of the fonts are counted, and another font may have them", .needsDejaVu)
    func missing() throws {
        let folder = try TemporaryFolder()
        let bench = try bench("Bag 买买")
        let words = ["render", "grid", "--catalog", "x", "-o", folder.path + "/a.svg", "--font", Self.dejaVu]
        #expect(
            bench.run(words).output.hasSuffix("\n2 characters in none of the fonts; another --font may have them\n")
        )
        #expect(bench.run(["--json"] + words).output.hasSuffix(#""missingCharacters":2}}"# + "\n"))
        guard access(Self.notoCJK, R_OK) == 0 else { return }
        for font in [Self.notoCJK, Self.notoCJK + "#2"] {
            #expect(!bench.run(words + ["--font", font]).output.contains("none of the fonts"))
        }
    }

    @Test("a font of a collection that there is not is refused", .needsDejaVu)
    func collection() throws {
        let run = try Bench().run("render", "grid", "-o", "-", "--font", Self.dejaVu + "#7")
        #expect(run.status == 1)
        #expect(run.complaint.hasPrefix("cartctl: the font \(Self.dejaVu) cannot be used: it has no font number 7"))
    }

    @Test("a control is laid out for its title in the font that draws it, unless its size is given", .needsDejaVu)
    func control() throws {
        let bench = try Bench()
        bench.run("control", "set", "buy", "--title", "WWW", "--image", "bag")
        bench.run("render", "control", "buy", "-o", "-", "--font", Self.dejaVu, "--scale", "2")
        let measured = try FontMeasure(try FontStack(named: [Self.dejaVu]), size: 17, scale: .two).size(of: "WWW")
        #expect(
            bench.service.last(LayOutControl.self) == LayOutControl(control: "buy", scale: 2, titleSize: measured)
        )
        #expect(measured.width > 25.5)
        bench.run("render", "control", "buy", "-o", "-", "--font", Self.dejaVu, "--title-size", "10,10")
        #expect(
            bench.service.last(LayOutControl.self)
                == LayOutControl(control: "buy", titleSize: Size(width: 10, height: 10))
        )
        bench.run("render", "control", "buy", "-o", "-")
        #expect(bench.service.last(LayOutControl.self) == LayOutControl(control: "buy"))
    }

    @Test("a size that is none is refused", .needsDejaVu, arguments: ["0", "-1", "nan", "1e5"])
    func fontSize(size: String) throws {
        for fonts in [[], ["--font", Self.dejaVu]] {
            let run = try bench("a").run(
                ["--json", "render", "grid", "--catalog", "x", "-o", "-", "--font-size", size] + fonts
            )
            #expect(run.status == 1 && run.output.contains("invalidGeometry"))
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, saying why, where DejaVu Sans is not installed.
    fileprivate static var needsDejaVu: Self {
        .enabled(
            if: access(RenderFontTests.dejaVu, R_OK) == 0,
            "needs \(RenderFontTests.dejaVu), from the Debian package fonts-dejavu-core"
        )
    }
}
