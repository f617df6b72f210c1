package import CartLayout

/// Measures titles in the fonts of a stack, at one size.
package struct FontMeasure: LineMeasure {
    /// The fonts; shared with all other sizes.
    package let fonts: FontStack
    /// The height of the em in points.
    package let size: Double
    /// The pixels that sizes are ceiled to.
    package let scale: Scale

    /// Makes a measure.
    ///
    /// - Parameters:
    ///   - fonts: The fonts in the order in which they are tried.
    ///   - size: The height of the em in points, above 0 and at most `FontSize.largest`.
    ///   - scale: The pixels that sizes are ceiled to.
    /// - Throws: `GeometryError` for another size, under the parameter `fontSize`.
    package init(_ fonts: FontStack, size: Double, scale: Scale = .one) throws(GeometryError) {
        try FontSize.check(size)
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
