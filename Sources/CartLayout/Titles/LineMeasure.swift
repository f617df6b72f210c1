/// A measure that also knows where the baseline is and how to shorten a title that does not fit.
///
/// Whoever is given a size by its caller uses that size and asks no measure; a measure never overrules it.
package protocol LineMeasure: TitleMeasure {
    /// The pixels that sizes are ceiled to.
    var scale: Scale { get }

    /// The extent of a title on one line, unrounded; `LineExtent.zero` for an empty one.
    ///
    /// A title is one line: control characters and line separators are set as spaces.
    func extent(of title: String) -> LineExtent

    /// The part of a title that is shown in a frame of a width: all of it when it fits, else the longest prefix in
    /// whole grapheme clusters that fits with an ellipsis (U+2026) after it.
    ///
    /// When no letter fits, the text is the ellipsis alone; when not even that fits, it is empty. Never wider than the
    /// frame. A wider frame never shows less. (Where a script joins its letters, one letter more may make a text
    /// narrower; such a longer prefix can be missed.)
    ///
    /// - Parameters:
    ///   - title: The whole title.
    ///   - width: The frame's width in points; what is negative or not a number is a width of 0.
    func truncate(_ title: String, toWidth width: Double) -> VisibleTitle

    /// The text that ``truncate(_:toWidth:)`` leaves of a title that does not fit; nil when all of it fits.
    ///
    /// A screen asks it of every title, and nearly all of them fit, so a measure may know a shorter way.
    func shortened(_ title: String, toWidth width: Double) -> String?
}

extension LineMeasure {
    /// The size of a title on one line, in points: width and height ceiled to the pixels of the scale.
    package func size(of title: String) -> Size {
        scale.ceiled(extent(of: title))
    }

    /// The part of a title that is shown in a frame, by measuring prefixes anew each time.
    package func truncate(_ title: String, toWidth width: Double) -> VisibleTitle {
        let truncation = Truncation(title, room: width, tolerance: Scale.dust) { extent(of: $0) }
        return VisibleTitle(truncation, extent: truncation.extent, width: width, scale: scale)
    }
}

extension LineMeasure {
    /// What is left of a title that does not fit, by truncating it.
    package func shortened(_ title: String, toWidth width: Double) -> String? {
        let visible = truncate(title, toWidth: width)
        return visible.isTruncated ? visible.text : nil
    }
}

extension Scale {
    /// What less than this, in pixels, reaches beyond a whole pixel is the dust of binary fractions.
    package static let dust = 1e-6

    /// The nearest length on the pixel grid that is not smaller, give or take ``dust``.
    package func ceil(_ length: Double) -> Double {
        guard self != .none else { return length }
        let scale = Double(rawValue)
        return max(0, (length * scale - Self.dust).rounded(.up)) / scale
    }

    /// The size of a line: its width, and its ascent and descent together, ceiled.
    package func ceiled(_ extent: LineExtent) -> Size {
        Size(width: ceil(extent.width), height: ceil(extent.ascent + extent.descent))
    }
}
