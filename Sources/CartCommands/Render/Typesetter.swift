import CartLayout
import CartModel
import CartProtocol
import TextMeasurement

/// Sets titles on one line: as outlines where there are fonts, else as text that the viewer sets in a font of its own.
struct Typesetter {
    /// The fonts; nil where there are none.
    private let fonts: FontStack?
    /// Characters so far that no font has.
    private(set) var missingCharacters = 0

    /// Where a line stands in a box that is wider.
    enum Alignment {
        case left, center, right

        /// The edge where reading begins.
        static func leading(_ direction: LayoutDirection) -> Self {
            direction == .leftToRight ? .left : .right
        }
    }

    /// How a line looks.
    struct Style {
        /// Points of the em.
        var size: Double
        /// `#RRGGBB`.
        var color: String
        var alignment = Alignment.center
    }

    /// Opens the fonts.
    ///
    /// - Throws: `unusableFile` for the first that cannot be used.
    init(fontNames: [String]) throws(CartError) {
        guard !fontNames.isEmpty else {
            fonts = nil
            return
        }
        do {
            fonts = try FontStack(named: fontNames)
        } catch {
            throw .unusableFile(error.file, error.message)
        }
    }

    /// Whether titles are measured and drawn in given fonts.
    var hasFonts: Bool { fonts != nil }

    /// Measures titles at a size, snapped to the pixels of a scale.
    ///
    /// - Throws: `invalidGeometry` for a size that is none.
    func measure(size: Double, scale: Scale = .none) throws(CartError) -> any LineMeasure {
        do {
            if let fonts {
                return try FontMeasure(fonts, size: size, scale: scale)
            }
            return try SyntheticMeasure(size: size, scale: scale)
        } catch {
            throw CartError(error)
        }
    }

    /// Draws a title in a box, cut to the box's width.
    ///
    /// - Parameter shown: What the daemon shows of the title, if not all of it; fonts that are given here know better.
    mutating func draw(
        _ title: String,
        shown: String? = nil,
        in box: Rect,
        _ style: Style,
        on markup: inout SVGMarkup
    ) throws(CartError) {
        guard box.width > 0, box.height > 0, box.x.isFinite, box.y.isFinite else { return }
        guard fonts != nil else {
            let measure = try measure(size: style.size)
            return try drawText(shown ?? measure.truncate(title, toWidth: box.width).text, in: box, style, on: &markup)
        }
        try drawOutlines(title, in: box, style, on: &markup)
    }

    private mutating func drawOutlines(
        _ title: String,
        in box: Rect,
        _ style: Style,
        on markup: inout SVGMarkup
    ) throws(CartError) {
        guard let fonts, let first = fonts.fonts.first else { return }
        let measure: FontMeasure
        do {
            measure = try FontMeasure(fonts, size: style.size, scale: .none)
        } catch {
            throw CartError(error)
        }
        let shown = measure.truncate(title, toWidth: box.width).text
        guard !shown.isEmpty else { return }
        let line = measure.glyphRuns(of: shown)
        missingCharacters += line.missingGlyphs
        let room = box.width - line.extent.width
        let x: Double =
            switch style.alignment {
            case .left: box.x
            case .center: box.x + room / 2
            case .right: box.x + room
            }
        // Of the first font, whatever the title's own: so that neighbours have one baseline.
        let em = Double(first.unitsPerEm)
        let baseline = Self.baseline(
            in: box,
            ascent: Double(first.ascent) / em * style.size,
            descent: Double(first.descent) / em * style.size
        )
        let path = line.path(x: x, y: baseline)
        markup.element("path", [("fill", .text(style.color)), ("d", .text(path))]) {
            $0.element("title", text: title)
        }
    }

    private func drawText(
        _ text: String,
        in box: Rect,
        _ style: Style,
        on markup: inout SVGMarkup
    ) throws(CartError) {
        let line = Self.oneLine(text)
        guard !line.isEmpty else { return }
        let direction: LayoutDirection
        do {
            direction = try LayoutDirection(firstStrongIn: line)
        } catch {
            throw .unusableFile(error.file, error.message)
        }
        let isLeftToRight = direction == .leftToRight
        let (x, anchor): (Double, String) =
            switch style.alignment {
            case .left: (box.x, isLeftToRight ? "start" : "end")
            case .center: (box.x + box.width / 2, "middle")
            case .right: (box.maxX, isLeftToRight ? "end" : "start")
            }
        let baseline = Self.baseline(in: box, ascent: 0.8 * style.size, descent: 0.2 * style.size)
        markup.element(
            "text",
            [
                ("x", .number(x)), ("y", .number(baseline)), ("font-size", .number(style.size)),
                ("fill", .text(style.color)), ("text-anchor", .text(anchor)),
            ] + (isLeftToRight ? [] : [("direction", "rtl")])
                + (line.contains("  ") ? [("xml:space", "preserve")] : []),
            text: line
        )
    }

    private static func baseline(in box: Rect, ascent: Double, descent: Double) -> Double {
        box.y + (box.height - ascent - descent) / 2 + ascent
    }

    /// A title as one line, as it is measured: what would end it is a space, and nothing turns its direction.
    private static func oneLine(_ title: String) -> String {
        var line = ""
        for scalar in title.unicodeScalars {
            switch scalar {
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": line += " "
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}
