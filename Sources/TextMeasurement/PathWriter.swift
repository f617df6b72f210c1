/// Writes the `d` of an SVG path (SVG 1.1, section 8.3): absolute commands, y downwards, 3 decimals at most.
struct PathWriter {
    private var bytes: [UInt8] = []

    /// What is written so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Draws a glyph.
    ///
    /// - Parameters:
    ///   - outline: Its shape in font units.
    ///   - scale: Points in a font unit.
    ///   - x: Where its origin stands, in points.
    ///   - y: Where its baseline stands, in points.
    mutating func draw(_ outline: GlyphOutline, scale: Double, x: Double, y: Double) {
        let pen = Placement(scale: scale, x: x, y: y)
        for segment in outline.segments {
            switch segment {
            case .move(let point):
                write("M", point, pen)
            case .line(let point):
                write("L", point, pen)
            case .quadratic(let control, let point):
                write("Q", control, pen)
                write(" ", point, pen)
            case .cubic(let first, let second, let point):
                write("C", first, pen)
                write(" ", second, pen)
                write(" ", point, pen)
            case .close:
                bytes.append(UInt8(ascii: "Z"))
            }
        }
    }

    /// Where font units are on the page.
    private struct Placement {
        var scale, x, y: Double
    }

    private mutating func write(_ before: Unicode.Scalar, _ vertex: GlyphOutline.Vertex, _ pen: Placement) {
        bytes.append(UInt8(ascii: before))
        append(pen.x + Double(vertex.x) * pen.scale)
        bytes.append(UInt8(ascii: " "))
        append(pen.y - Double(vertex.y) * pen.scale)
    }

    private mutating func append(_ coordinate: Double) {
        // A broken font may say anything; what is not a place on any screen is drawn at the edge of it.
        let bounded = coordinate.isFinite ? min(max(coordinate, -1e9), 1e9) : 0
        let thousandths = Int((bounded * 1000).rounded())
        if thousandths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        append(whole: whole)
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        append(digit: rest / 100)
        if rest % 100 > 0 { append(digit: rest / 10 % 10) }
        if rest % 10 > 0 { append(digit: rest % 10) }
    }

    private mutating func append(whole: UInt) {
        if whole >= 10 { append(whole: whole / 10) }
        append(digit: whole % 10)
    }

    private mutating func append(digit: UInt) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
    }
}
