/// What is shown of a title in a frame that may be too narrow for it.
package struct VisibleTitle: Hashable, Sendable {
    /// The text to draw: the title, a prefix of it with `…`, only `…`, or nothing.
    package var text: String
    /// The size of that text in points; never wider than the frame.
    package var size: Size
    /// Whether some of the title is missing.
    package var isTruncated: Bool

    /// The sign for what is missing, U+2026.
    package static let ellipsis = "…"

    /// Makes a visible title from its parts.
    package init(text: String, size: Size, isTruncated: Bool) {
        self.text = text
        self.size = size
        self.isTruncated = isTruncated
    }

    /// Takes what fits and ceils its extent, in points, to pixels; a frame that is off the grid still bounds it.
    package init(_ truncation: Truncation, extent: LineExtent, width: Double, scale: Scale) {
        var size = scale.ceiled(extent)
        size.width = min(size.width, width > 0 ? width : 0)
        self.init(text: truncation.text, size: size, isTruncated: truncation.isTruncated)
    }
}
