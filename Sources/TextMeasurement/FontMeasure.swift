package import CartLayout

/// Measures titles in the fonts of a stack, at one size.
package struct FontMeasure: LineMeasure {
    /// The fonts; shared with all other sizes.
    package let fonts: FontStack
    /// The height of the em in points.
    package let size: Double
    /// The pixels that sizes are ceiled to.
    package let scale: Scale

    /// The sizes that titles are set in, in points: above 0, at most 10,000.
    package static let largestSize: Double = 10_000

    /// Makes a measure.
    ///
    /// - Parameters:
    ///   - fonts: The fonts in the order in which they are tried.
    ///   - size: The height of the em in points, above 0 and at most ``largestSize``.
    ///   - scale: The pixels that sizes are ceiled to.
    /// - Throws: `GeometryError` for another size, under the parameter `fontSize`.
    package init(_ fonts: FontStack, size: Double, scale: Scale = .one) throws(GeometryError) {
        try checkFontSize(size)
        self.fonts = fonts
        self.size = size
        self.scale = scale
    }

    /// The extent of a title on one line, from the cache of the stack when it was asked before.
    package func extent(of title: String) -> LineExtent {
        fonts.extent(of: title).multiplied(by: size)
    }

    /// The part of a title that is shown in a frame, from the cache of the stack when it was asked before.
    package func truncate(_ title: String, toWidth width: Double) -> VisibleTitle {
        fonts.truncate(title, toWidth: width, size: size, scale: scale)
    }

    /// The glyphs of a title and where they stand.
    ///
    /// - Parameters:
    ///   - title: The title; cut it with ``truncate(_:toWidth:)`` before.
    ///   - direction: The direction of the line, or nil for that of its first letter that has one (UAX 9, rule P2).
    package func glyphRuns(of title: String, direction: LayoutDirection? = nil) -> GlyphLine {
        fonts.glyphRuns(of: title, size: size, direction: direction)
    }
}

/// Refuses what is no size of a font.
func checkFontSize(_ size: Double) throws(GeometryError) {
    guard !(size > 0 && size <= FontMeasure.largestSize) else { return }
    throw GeometryError(parameter: "fontSize", value: "\(size)", requirement: "must be above 0 and at most 10000")
}
