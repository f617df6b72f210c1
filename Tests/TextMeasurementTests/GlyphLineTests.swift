import CartLayout
import Testing

@testable import TextMeasurement

/// Where glyphs stand and how they are drawn, against what hb-shape and hb-view 6.0.0 print.
@Suite struct GlyphLineTests {
    /// `hb-shape --no-glyph-names DejaVuSans.ttf Handbag`:
    /// [43=0+1540|68=1+1255|81=2+1298|71=3+1300|69=4+1300|68=5+1255|74=6+1300].
    @Test(.needsDejaVu) func leftToRight() throws {
        let line = try FontMeasure(Fonts.stack(), size: 2048).glyphRuns(of: "Handbag")
        let run = try #require(line.runs.first)
        #expect(line.runs.count == 1 && !run.isRightToLeft && run.pointsPerUnit == 1)
        #expect(run.glyphs.map(\.id) == [43, 68, 81, 71, 69, 68, 74])
        #expect(run.glyphs.map(\.x) == [0, 1540, 2795, 4093, 5393, 6693, 7948])
        #expect(run.glyphs.map(\.scalar) == Array(0..<7))
        #expect(run.glyphs.allSatisfy { $0.y == 0 })
    }

    /// `hb-shape --no-glyph-names DejaVuSans.ttf مرحبا`: [5256|5260|5277|5288|5341], the last letter first.
    @Test(.needsDejaVu) func rightToLeft() throws {
        let line = try FontMeasure(Fonts.stack(), size: 2048).glyphRuns(of: "مرحبا")
        let run = try #require(line.runs.first)
        #expect(line.runs.count == 1 && run.isRightToLeft)
        #expect(run.glyphs.map(\.id) == [5256, 5260, 5277, 5288, 5341])
        #expect(run.glyphs.map(\.x) == [0, 624, 1242, 2508, 3638])
        #expect(run.glyphs.map(\.scalar) == [4, 3, 2, 1, 0])
    }

    /// The order of runs: a number inside Arabic reads left to right, and the line's direction places the rest.
    @Test(.needsDejaVu) func mixedDirections() throws {
        let measure = try FontMeasure(Fonts.stack(), size: 16)
        func order(_ title: String, _ direction: LayoutDirection?) -> [Int] {
            measure.glyphRuns(of: title, direction: direction).runs.flatMap { $0.glyphs.map(\.scalar) }
        }
        #expect(order("אב 12", nil) == [3, 4, 2, 1, 0])
        #expect(order("A אב", .leftToRight) == [0, 1, 3, 2])
        #expect(order("A אב", .rightToLeft) == [3, 2, 1, 0])
        #expect(order("A (B) אב", .rightToLeft) == [7, 6, 5, 0, 1, 2, 3, 4])
        #expect(order("abc", .rightToLeft) == [0, 1, 2])
        #expect(order("abc!", .rightToLeft) == [3, 0, 1, 2])
        // Advances are the same in whatever order.
        let titles = ["Bag 12 حقيبة 34.5 kg", "A (B) אב"]
        for title in titles {
            let widths = [nil, .leftToRight, .rightToLeft].map {
                measure.glyphRuns(of: title, direction: $0).extent.width
            }
            #expect(widths.allSatisfy { abs($0 - measure.extent(of: title).width) < 1e-9 })
        }
    }

    /// `hb-view DejaVuSans.ttf -O svg i --font-size=2048`: M 193 -1120 L 377 -1120 L 377 0 L 193 0 Z M 193 -1556 L 377
    /// -1556 L 377 -1323 L 193 -1323 Z; HarfBuzz itself also draws the line that closes a contour.
    @Test(.needsDejaVu) func outlineOfALetter() throws {
        let measure = try FontMeasure(Fonts.stack(), size: 2048)
        let line = measure.glyphRuns(of: "i")
        let stem = "M193 -1120L377 -1120L377 0L193 0L193 -1120Z"
        let dot = "M193 -1556L377 -1556L377 -1323L193 -1323L193 -1556Z"
        #expect(line.path() == stem + dot)
        #expect(line.path(x: 10.5, y: 2000).hasPrefix("M203.5 880L387.5 880L387.5 2000L203.5 2000L203.5 880Z"))
        #expect(line.runs.first?.path(of: 76) == line.path())
        #expect(measure.glyphRuns(of: "   ").path() == "")
        #expect(measure.glyphRuns(of: "").runs.isEmpty)
        // 193 / 2,048 = 0.0942..., 1,120 / 2,048 = 0.546875, 377 / 2,048 = 0.1840...
        let small = try FontMeasure(Fonts.stack(), size: 1).glyphRuns(of: "i")
        #expect(small.path().hasPrefix("M0.094 -0.547L0.184 -0.547L0.184 0L0.094 0L0.094 -0.547Z"))
    }

    /// TrueType outlines have quadratic curves, PostScript ones cubic.
    @Test(.needsBothFonts) func curves() throws {
        let line = try FontMeasure(Fonts.stack(), size: 16).glyphRuns(of: "a包")
        let paths = line.runs.map { run in run.glyphs.map { run.path(of: $0.id) }.joined() }
        #expect(paths.count == 2 && paths[0].contains("Q") && !paths[0].contains("C") && paths[1].contains("C"))
    }

    @Test(.needsDejaVu) func missingGlyphs() throws {
        let measure = try FontMeasure(FontStack(try Font(path: Fonts.dejaVu)), size: 16)
        #expect(measure.glyphRuns(of: "手提包").missingGlyphs == 3)
        #expect(measure.glyphRuns(of: "Bag").missingGlyphs == 0)
    }
}
