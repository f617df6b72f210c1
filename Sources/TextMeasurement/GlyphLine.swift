package import CartLayout

/// A title set on one line: its glyphs, from left to right as they are seen.
package struct GlyphLine: Sendable {
    /// The runs from left to right.
    package var runs: [GlyphRun]
    /// How far the line reaches, in points, unrounded.
    package var extent: LineExtent
    /// The height of the em in points.
    package var size: Double

    /// Glyphs that stand for a character that no font has: the boxes that are seen in its place.
    package var missingGlyphs: Int {
        runs.reduce(0) { $0 + $1.glyphs.count { $0.id == 0 } }
    }

    /// The whole line as the `d` of one SVG path, in points.
    ///
    /// - Parameters:
    ///   - x: Where the line begins, its left end.
    ///   - y: Where the baseline is; that is `extent.ascent` below the top of the line.
    package func path(x: Double = 0, y: Double = 0) -> String {
        var writer = PathWriter()
        for run in runs {
            let scale = run.pointsPerUnit
            for glyph in run.glyphs {
                writer.draw(run.font.outline(of: glyph.id), scale: scale, x: x + glyph.x, y: y + glyph.y)
            }
        }
        return writer.text
    }
}

/// Neighbouring glyphs of one font, script and direction.
package struct GlyphRun: Sendable {
    /// The font that the glyph numbers are of.
    package var font: Font
    /// Points in one unit of the font.
    package var pointsPerUnit: Double
    /// Whether the text of the run reads from right to left; its glyphs are in visual order all the same.
    package var isRightToLeft: Bool
    /// The glyphs from left to right.
    package var glyphs: [PositionedGlyph]

    /// The shape of one glyph at its own origin as the `d` of an SVG path, in points, for a definition used many times.
    package func path(of glyph: UInt32) -> String {
        var writer = PathWriter()
        writer.draw(font.outline(of: glyph), scale: pointsPerUnit, x: 0, y: 0)
        return writer.text
    }
}

/// A glyph and where its origin stands.
package struct PositionedGlyph: Hashable, Sendable {
    /// The number of the glyph in its font; 0 is the sign for a missing one.
    package var id: UInt32
    /// Points to the right of the line's left end.
    package var x: Double
    /// Points below the baseline; negative above it.
    package var y: Double
    /// Points from this glyph's origin to the next one's, before corrections of either.
    package var advance: Double
    /// The place, counted in Unicode scalars, of the first character of the title that the glyph belongs to.
    package var scalar: Int
}
