import Testing

@testable import TextMeasurement

/// Numbers in the `d` of a path (SVG 1.1, section 8.3.9): at most 3 decimals, no exponent.
@Suite struct PathWriterTests {
    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (0.05, "0.05"), (0.005, "0.005"),
            (-0.25, "-0.25"),
            (0.0004, "0"), (-0.0004, "0"), (0.0006, "0.001"), (0.9996, "1"), (12.3454, "12.345"), (10.01, "10.01"),
            (1234567.5, "1234567.5"), (.nan, "0"), (.infinity, "0"), (1e30, "1000000000"), (-1e30, "-1000000000"),
        ] as [(Double, String)]
    )
    func numbers(x: Double, text: String) {
        var writer = PathWriter()
        writer.draw(GlyphOutline(segments: [.move(.init(x: 0, y: 0)), .close]), scale: 1, x: x, y: 0)
        #expect(writer.text == "M\(text) 0Z")
    }

    /// The page's y grows downwards, the font's upwards.
    @Test func commands() {
        var writer = PathWriter()
        let outline = GlyphOutline(segments: [
            .move(.init(x: 1, y: 2)), .line(.init(x: 3, y: -4)),
            .quadratic(control: .init(x: 5, y: 6), to: .init(x: 7, y: 8)),
            .cubic(control1: .init(x: 1, y: 1), control2: .init(x: 2, y: 2), to: .init(x: 3, y: 3)), .close,
        ])
        writer.draw(outline, scale: 2, x: 10, y: 100)
        #expect(writer.text == "M12 96L16 108Q20 88 24 84C12 98 14 96 16 94Z")
    }
}
