/// The shape of a glyph in font units, from its origin on the baseline; y grows upwards, as in the font file.
package struct GlyphOutline: Hashable, Sendable {
    /// One step of the pen.
    package enum Segment: Hashable, Sendable {
        /// Lifts the pen and starts a contour.
        case move(Vertex)
        /// A straight line.
        case line(Vertex)
        /// A quadratic curve (TrueType).
        case quadratic(control: Vertex, to: Vertex)
        /// A cubic curve (PostScript outlines).
        case cubic(control1: Vertex, control2: Vertex, to: Vertex)
        /// The way back to the start of the contour.
        case close
    }

    /// A point in font units.
    package struct Vertex: Hashable, Sendable {
        /// To the right of the origin.
        package var x: Float
        /// Above the baseline.
        package var y: Float
    }

    /// The steps in order; none for a space, or for a glyph that is a bitmap.
    package var segments: [Segment]
}
