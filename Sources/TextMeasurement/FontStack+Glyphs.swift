import CHarfBuzz
import CartLayout

extension FontStack {
    /// The glyphs of a title and where they stand, see ``FontMeasure/glyphRuns(of:direction:)``.
    func glyphRuns(of title: String, size: Double, direction: LayoutDirection?) -> GlyphLine {
        let itemized = ItemizedTitle(
            title,
            fonts: fonts,
            isLeftToRight: direction.map { $0 == .leftToRight },
            by: library
        )
        var extent = LineExtent.zero
        // Drawn seldom, so the line has a buffer of its own and holds up no measuring.
        var buffer = ShapingBuffer(library)
        let runs = BidiLevels.visualOrder(of: itemized.runs.map(\.level)).map { place in
            let run = itemized.runs[place]
            let font = fonts[run.font]
            let unit = size / Double(font.unitsPerEm)
            let start = extent.width * size
            let (glyphs, advance) = buffer.shape(run, of: itemized.scalars, font: font, language: language) {
                Self.place($0, $1, from: start, unit: unit)
            }
            extent.add(font, advance: advance)
            return GlyphRun(font: font, pointsPerUnit: unit, isRightToLeft: run.isRightToLeft, glyphs: glyphs)
        }
        extent.width = max(0, extent.width)
        return GlyphLine(runs: runs, extent: extent.multiplied(by: size), size: size)
    }

    private static func place(
        _ infos: UnsafeBufferPointer<hb_glyph_info_t>,
        _ positions: UnsafeBufferPointer<hb_glyph_position_t>,
        from start: Double,
        unit: Double
    ) -> (glyphs: [PositionedGlyph], advance: Int64) {
        var pen: Int64 = 0
        let glyphs = zip(infos, positions).map { info, position in
            defer { pen += Int64(position.x_advance) }
            return PositionedGlyph(
                id: info.codepoint,
                x: start + Double(pen + Int64(position.x_offset)) * unit,
                y: -Double(position.y_offset) * unit,
                advance: Double(position.x_advance) * unit,
                scalar: Int(info.cluster)
            )
        }
        return (glyphs, pen)
    }
}
