import CartCommands
import CartModel
import CartProtocol
import FoundationEssentials
import Testing
import TestSupport

/// Icons that are SVG: shapes become a part of the document, everything else an image in it.
@Suite("render: SVG icons")
struct RenderIconTests {
    /// The picture of a control whose image is this file.
    private func picture(_ icon: String) throws -> SVGReading {
        let folder = try TemporaryFolder()
        try folder.write(icon, to: "icon.svg")
        let run = try Bench().run("render", "control", "-o", "-", "--image", "icon", "--icons", folder.path)
        return try SVGReading(run.output)
    }

    @Test("shapes are a part of the document, with the attributes of their root on a group")
    func shapes() throws {
        let svg = try picture(
            """
            \u{FEFF}<?xml version="1.0"?><!-- a <b> -->
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -2 30 20" width='60px' height="40" fill="none" id="icon0">
              <title>Not shown</title>
              <g transform="translate(1, 2) rotate(-3)" stroke="#123"><path id="x" d="M0 0L1e1-1Z" fill="rgb(1,2,3)"/></g><!-- -->
              <circle cx="1" cy="2" r="3" stroke-dasharray="3 3.5" fill="burlywood"
              ></circle >
            </svg>
            <!-- end -->
            """
        )
        #expect(svg.named("image").isEmpty)
        let start = try #require(svg.elements.firstIndex { $0.name == "symbol" })
        let shapes = svg.elements[start...].prefix(5).map { element in
            let words = element.attributes.map { "\($0)=\($1)" }.sorted()
            return "\(element.depth) \(element.name) \(words.joined(separator: " "))"
        }
        #expect(
            shapes == [
                "2 symbol id=icon0 viewBox=-1 -2 30 20", "3 g fill=none",
                "4 g stroke=#123 transform=translate(1, 2) rotate(-3)", "5 path d=M0 0L1e1-1Z fill=rgb(1,2,3)",
                "4 circle cx=1 cy=2 fill=burlywood r=3 stroke-dasharray=3 3.5",
            ]
        )
        #expect(svg.elements.filter { $0.attributes["id"] == "icon0" }.count == 1)
    }

    @Test(
        "whatever else is in it, it comes in as an image, byte for byte",
        arguments: [
            #"<script>alert(1)</script>"#, #"<rect onclick="x()"/>"#, #"<rect style="fill:red"/>"#,
            ##"<rect fill="url(#a)"/>"##, ##"<rect fill="URL(#a)"/>"##, ##"<use href="#a"/>"##,
            ##"<a xlink:href="#a"/>"##,
            #"<image href="file:///etc/passwd"/>"#, #"<foreignObject/>"#, #"<style>*{}</style>"#, #"<text>x</text>"#,
            #"text"#, #"&amp;"#, #"<![CDATA[x]]>"#, #"<?php ?>"#, #"<rect fill="&#114;ed"/>"#, #"<rect x="1" x="2"/>"#,
            #"<g><rect/>"#, #"<g></rect>"#, #"<rect"#, #"<svg/>"#, #"<title><b/></title>"#, #"<!-- "#, #"<x:rect/>"#,
            #"</svg><svg>"#, #"<rect fill=red/>"#, #"<rect fill='a"b'/>"#, "<rect fill=\"é\"/>", #"<rect d="M0 0<"/>"#,
        ]
    )
    func images(content: String) throws {
        let icon = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20">\#(content)</svg>"#
        let svg = try picture(icon)
        let link = try #require(svg.named("image").first?.attributes["xlink:href"])
        let data = try #require(Data(base64Encoded: String(link.drop { $0 != "," }.dropFirst())))
        #expect(String(decoding: data, as: UTF8.self) == icon)
        #expect(
            Set(svg.elements.map(\.name)) == [
                "svg", "title", "defs", "symbol", "image", "use", "rect", "clipPath", "g",
            ]
        )
    }

    @Test("a root of another kind, size or shape comes in as an image")
    func roots() throws {
        for root in [
            #"xmlns="http://example.org" viewBox="0 0 10 10""#, #"viewBox="0 0 10 10" width="20" height="10""#,
            #"viewBox="0 0 1e999 2" width="10" height="10""#, #"viewBox="0 0 10 10" preserveAspectRatio="none""#,
            #"viewBox="0 0 10 10" xmlns:x="http://example.org""#, #"viewBox="0 0 10 10" class="x""#,
        ] {
            #expect(try picture(#"<svg \#(root)><rect/></svg>"#).named("image").count == 1, "\(root)")
        }
        #expect(try picture(#"<x:svg viewBox="0 0 10 10"><rect/></x:svg>"#).named("image").count == 1)
    }

    @Test("depth and number are bounded")
    func bounds() throws {
        for content in [
            String(repeating: "<g>", count: 40) + String(repeating: "</g>", count: 40),
            String(repeating: "<g/>", count: 6000), String(repeating: "<g>", count: 100_000),
        ] {
            #expect(try picture(#"<svg viewBox="0 0 1 1">\#(content)</svg>"#).named("image").count == 1)
        }
    }

    @Test("broken by chance, it never breaks the document", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let icon = Array(
            ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><title>t</title><g fill="#123"><path d="M0 0Z"/></g></svg>"##
                .utf8
        )
        let pieces = [
            "<", ">", "\"", "'", "&", "/", "=", "<!--", "-->", "<g>", "</g>", " ", "\u{1}", "é", "svg", "]]>",
        ]
        for _ in 0..<150 {
            var bytes = icon
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let end = min(bytes.count, place + Int.random(in: 0...3, using: &random))
                bytes.replaceSubrange(place..<end, with: Array((pieces.randomElement(using: &random) ?? "").utf8))
            }
            let text = String(decoding: bytes, as: UTF8.self)
            try folder.write(text, to: "icon.svg")
            let run = bench.run("render", "control", "-o", "-", "--image", "icon", "--icons", folder.path)
            #expect(throws: Never.self, "seed \(seed): \(text)") { try SVGReading(run.output) }
        }
    }
}
