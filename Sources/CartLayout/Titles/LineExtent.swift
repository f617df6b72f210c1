/// How far a title reaches when it is set on one line, in points, not yet rounded to pixels.
package struct LineExtent: Hashable, Sendable {
    /// The sum of all advances; not negative.
    package var width: Double
    /// How far the highest font used reaches above the baseline.
    package var ascent: Double
    /// How far the lowest font used reaches below the baseline, as a positive number.
    package var descent: Double

    /// The extent of an empty title.
    package static let zero = LineExtent(width: 0, ascent: 0, descent: 0)

    /// Makes an extent from its parts.
    package init(width: Double, ascent: Double, descent: Double) {
        self.width = width
        self.ascent = ascent
        self.descent = descent
    }

    /// The extent at another size.
    package func multiplied(by factor: Double) -> LineExtent {
        LineExtent(width: width * factor, ascent: ascent * factor, descent: descent * factor)
    }
}
