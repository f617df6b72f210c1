import Glibc
import TestSupport
import Testing

/// What pictures look like where a reader would stumble: contrast, what is grey, corners.
@Suite("render: looks")
struct RenderLookTests {
    /// The picture of a command, of a cart with three bags.
    private func render(_ words: String...) throws -> SVGReading {
        let run = try Bench().filled(3).run(["render"] + words + ["-o", "-"])
        try #require(run.status == 0, "\(run.complaint)")
        return try SVGReading(run.output)
    }

    /// The contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.1, "relative luminance" and "contrast ratio").
    private func contrast(_ first: String?, _ second: String?) throws -> Double {
        func luminance(_ color: String?) throws -> Double {
            let digits = try #require(color).dropFirst()
            let value = try #require(UInt32(digits, radix: 16))
            let parts = [16, 8, 0].map { shift in
                let part = Double(value >> UInt32(shift) & 0xFF) / 255
                return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let both = [try luminance(first), try luminance(second)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    @Test("the contrast of black and white is 21, of grey #767676 and white just 4.5")
    func known() throws {
        #expect(abs(try contrast("#000000", "#ffffff") - 21) < 1e-9)
        #expect(abs(try contrast("#767676", "#ffffff") - 4.54) < 0.005)
    }

    @Test("every title can be read on what it stands on: 4.5 to 1 or more (WCAG 2.1, 1.4.3)")
    func readable() throws {
        var pairs: Set<[String]> = []
        for svg in [
            try render("grid"), try render("grid", "--catalog", "cars", "--direction", "rtl"),
            try render("list", "--catalog", "cars"), try render("list", "--catalog", "cars", "--offset", "70"),
        ] {
            // A title stands on the last box before it that it is inside of.
            var boxes: [(x: Double, y: Double, width: Double, height: Double, fill: String)] = []
            for element in svg.elements {
                func number(_ name: String) -> Double { element.attributes[name].flatMap { Double($0) } ?? 0 }
                if element.name == "rect", let fill = element.attributes["fill"], fill != "none" {
                    boxes.append((number("x"), number("y"), number("width"), number("height"), fill))
                } else if element.name == "text", let ink = element.attributes["fill"] {
                    let (x, y) = (number("x"), number("y"))
                    let ground = boxes.last { $0.x <= x && x <= $0.x + $0.width && $0.y <= y && y <= $0.y + $0.height }
                    pairs.insert([ink, try #require(ground).fill])
                }
            }
        }
        for state in ["normal", "highlighted", "selected", "highlighted,selected", "focused", "selected,focused"] {
            let svg = try render("control", "--title", "Buy", "--state", state)
            let ground = svg.named("rect").last { $0.attributes["fill"] != "none" }?.attributes["fill"]
            pairs.insert([try #require(svg.named("text").first?.attributes["fill"]), try #require(ground)])
        }
        #expect(pairs.count >= 8)
        for pair in pairs { #expect(try contrast(pair[0], pair[1]) >= 4.5, "\(pair)") }
    }

    @Test(
        "a chosen control has an edge in the colour of its title: darker while touched, faint where it is disabled",
        arguments: [
            ("selected", "#2362c7"), ("highlighted,selected", "#1a4da1"), ("disabled,selected", "#9cb2d5"),
            ("highlighted,disabled,selected", "#9cb2d5"), ("disabled", "#dcd8d0"), ("normal", "#dcd8d0"),
        ]
    )
    func edges(state: String, edge: String) throws {
        let svg = try render("control", "--title", "Buy", "--state", state)
        #expect(svg.named("rect").last?.attributes["stroke"] == edge)
    }

    @Test("a picture that reaches into the round corners of its tile or control is cut there, under the edge")
    func corners() throws {
        let folder = try TemporaryFolder()
        try folder.write(#"<svg viewBox="0 0 8 8"><rect width="8" height="8" fill="navy"/></svg>"#, to: "danjianbao")
        let bench = try Bench().filled(2)
        func picture(_ words: [String]) throws -> [String] {
            let svg = try SVGReading(bench.run(["render"] + words + ["-o", "-", "--icons", folder.path]).output)
            let start = try #require(svg.elements.firstIndex { $0.name == "use" })
            // The way from the cut to the edge: what cuts, what is cut, what is drawn over it.
            return svg.elements[(start - 2)...(start + 1)].map { element in
                let names = ["x", "y", "width", "height", "rx", "clip-path", "fill", "stroke-width"]
                return ([element.name] + names.compactMap { element.attributes[$0] }).joined(separator: " ")
            }
        }
        #expect(
            try picture(["grid"]) == [
                "rect 20 20 80 100 10", "g url(#corners1)", "use 20 20 80 80", "rect 20.5 20.5 79 99 10 none 1",
            ]
        )
        let control = ["control", "--image", "danjianbao", "--width", "80", "--height", "60"]
        #expect(
            try picture(control + ["--vertical", "top", "--horizontal", "leading", "--state", "selected"]) == [
                "rect 20 20 80 60 10", "g url(#corners1)", "use 20 20 44 44", "rect 21 21 78 58 10 none 2",
            ]
        )
        // In the middle it reaches no corner.
        let middle = try SVGReading(bench.run(["render"] + control + ["-o", "-", "--icons", folder.path]).output)
        #expect(middle.named("clipPath").isEmpty && middle.named("use").count == 1)
    }

    @Test("a WebP picture is in the document, with a word that not every viewer shows it")
    func webPictures() throws {
        let folder = try TemporaryFolder()
        // `cwebp -lossless` of 300 x 200.
        let digits = "5249464624000000574542505650384c170000002f2bc131000710fd8ffe070014e9ff7f8ae87feaffd70000"
        try folder.write(bytes(ofHexadecimal: digits), to: "danjianbao")
        let bench = try Bench().filled(1)
        let run = bench.run("render", "grid", "-o", folder.path + "/a.svg", "--icons", folder.path)
        #expect(run.output.hasSuffix("\n1 icon in WebP: browsers show that, not every viewer of SVG does\n"))
        let link = try SVGReading(try folder.text(of: "a.svg")).named("image").first?.attributes["xlink:href"]
        #expect(link?.hasPrefix("data:image/webp;base64,UklGR") == true)
        try folder.write("<svg viewBox=\"0 0 1 1\"/>", to: "danjianbao")
        let other = bench.run("render", "grid", "-o", folder.path + "/a.svg", "--icons", folder.path)
        #expect(!other.output.contains("WebP"))
    }

    /// The bytes that hexadecimal digits spell.
    private func bytes(ofHexadecimal digits: String) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}
