/// Writes the `d` of an SVG path (SVG 1.1, section 8.3): absolute commands, y downwards, 3 decimals at most.
struct PathWriter {
    private(set) var text = ""

    /// Draws a glyph.
    ///
    /// - Parameters:
    ///   - outline: Its shape in font units.
    ///   - scale: Points in a font unit.
    ///   - x: Where its origin stands, in points.
    ///   - y: Where its baseline stands, in points.
    mutating func draw(_ outline: GlyphOutline, scale: Double, x: Double, y: Double) {
        func place(_ vertex: GlyphOutline.Vertex) -> (x: Double, y: Double) {
            (x + Double(vertex.x) * scale, y - Double(vertex.y) * scale)
        }
        for segment in outline.segments {
            switch segment {
            case .move(let point): write("M", place(point))
            case .line(let point): write("L", place(point))
            case .quadratic(let control, let point): write("Q", place(control), place(point))
            case .cubic(let first, let second, let point): write("C", place(first), place(second), place(point))
            case .close: text += "Z"
            }
        }
    }

    private mutating func write(_ command: String, _ points: (x: Double, y: Double)...) {
        text += command
        var separator = ""
        for point in points {
            for coordinate in [point.x, point.y] {
                text += separator
                append(coordinate)
                separator = " "
            }
        }
    }

    private mutating func append(_ coordinate: Double) {
        // A broken font may say anything; what is not a place on any screen is drawn at the edge of it.
        let bounded = coordinate.isFinite ? min(max(coordinate, -1e9), 1e9) : 0
        let thousandths = Int((bounded * 1000).rounded())
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        if thousandths < 0 { text += "-" }
        text += String(whole)
        guard rest > 0 else { return }
        var digits = String(rest + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        text += "."
        text += digits
    }
}
