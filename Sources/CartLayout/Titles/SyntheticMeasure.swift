/// The measure where no font is configured: it needs no file and is the same on every machine.
///
/// A wide character (East Asian Wide or Fullwidth, an emoji however it is joined together) advances by the size, every
/// other one by half of it, and what joins or is invisible (combining marks, joiners, vowels and final consonants of
/// Hangul after their first) by nothing. The ascent is 0.8 and the descent 0.2 of the size.
package struct SyntheticMeasure: LineMeasure {
    /// The height of the em in points.
    package let size: Double
    /// The pixels that sizes are ceiled to.
    package let scale: Scale

    /// Makes a measure.
    ///
    /// - Parameters:
    ///   - size: The height of the em in points, above 0 and at most ``FontSize/largest``.
    ///   - scale: The pixels that sizes are ceiled to.
    /// - Throws: `GeometryError` for another size, under the parameter `fontSize`.
    package init(size: Double, scale: Scale = .one) throws(GeometryError) {
        try FontSize.check(size)
        self.size = size
        self.scale = scale
    }

    /// The extent of a title on one line.
    package func extent(of title: String) -> LineExtent {
        guard !title.isEmpty else { return .zero }
        return LineExtent(width: Double(Self.halves(title)) / 2 * size, ascent: 0.8 * size, descent: 0.2 * size)
    }

    /// What is left of a title that does not fit, in one pass that ends where the frame does.
    package func shortened(_ title: String, toWidth width: Double) -> String? {
        let limit = (width > 0 ? width : 0) + Scale.dust
        func fits(_ halves: Int) -> Bool { Double(halves) / 2 * size <= limit }
        // No character is wider than a half a byte of UTF-8.
        if fits(title.utf8.count) {
            return nil
        }
        var cut = Cut()
        let scalars = title.unicodeScalars
        var place = scalars.startIndex
        while place < scalars.endIndex, let width = PlainCharacters.halves(scalars[place]) {
            if cut.add(width, at: place, fits) {
                return cut.shortened(title)
            }
            place = scalars.index(after: place)
        }
        guard place < scalars.endIndex else {
            return nil
        }
        // Something may join what is before it: from the beginning again, cluster by cluster.
        cut = Cut()
        for index in title.indices where cut.add(Self.halves(title[index]), at: index, fits) {
            return cut.shortened(title)
        }
        return nil
    }

    /// Looks for the place where a title has to end so that an ellipsis fits behind it.
    private struct Cut {
        private var halves = 0
        private var end: String.Index?

        /// Goes on by a cluster of a width, in half characters.
        ///
        /// - Returns: Whether the title is too wide with it.
        mutating func add(_ width: Int, at place: String.Index, _ fits: (Int) -> Bool) -> Bool {
            // With the ellipsis, which is a half wide.
            if fits(halves + 1) {
                end = place
            }
            halves += width
            return !fits(halves)
        }

        func shortened(_ title: String) -> String {
            end.map { title[..<$0] + VisibleTitle.ellipsis } ?? ""
        }
    }

    /// The width of a text in half characters.
    private static func halves(_ text: String) -> Int {
        // Most titles are ASCII: a half a byte.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.count
        }
        return PlainCharacters.halves(text) ?? text.reduce(0) { $0 + halves($1) }
    }

    private static func halves(_ cluster: Character) -> Int {
        let scalars = cluster.unicodeScalars
        // Joined or coloured by U+FE0F, an emoji is still one (Unicode Technical Standard 51).
        if let first = scalars.first?.properties,
            first.isEmojiPresentation || first.isEmoji && scalars.contains("\u{FE0F}")
        {
            return 2
        }
        return scalars.reduce(0) { $0 + halves($1) }
    }

    private static func halves(_ scalar: Unicode.Scalar) -> Int {
        if EastAsianWidth.isWide(scalar) {
            return 2
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: break
        }
        // Jamo that are set below or beside the first one of their syllable.
        let joins = (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
        return joins || properties.isDefaultIgnorableCodePoint ? 0 : 1
    }
}
