/// What a given length, coordinate or count may be.
public enum GeometryLimits {
    /// The largest length that a caller may give, in points: 2^52.
    ///
    /// A `Double` holds half points exactly up to here, and products of a length with any `Int` stay
    /// finite, so that no result is ever infinite or not a number.
    public static let maximumLength: Double = 4_503_599_627_370_496

    /// Checks a length: finite, not negative, at most `maximumLength`.
    static func checkLength(_ value: Double, _ parameter: @autoclosure () -> String) throws(GeometryError) {
        guard !(value >= 0 && value <= maximumLength) else { return }
        throw GeometryError(
            parameter: parameter(),
            value: "\(value)",
            requirement: "must be finite, not negative and at most 2^52"
        )
    }

    /// Checks a size's width and height as lengths.
    static func checkSize(_ size: Size, _ parameter: @autoclosure () -> String) throws(GeometryError) {
        try checkLength(size.width, "\(parameter()).width")
        try checkLength(size.height, "\(parameter()).height")
    }

    /// Checks a coordinate: finite, of either sign.
    static func checkCoordinate(_ value: Double, _ parameter: @autoclosure () -> String) throws(GeometryError) {
        guard !value.isFinite else { return }
        throw GeometryError(parameter: parameter(), value: "\(value)", requirement: "must be finite")
    }

    /// Checks both coordinates of a point.
    static func checkPoint(_ point: Point, _ parameter: @autoclosure () -> String) throws(GeometryError) {
        try checkCoordinate(point.x, "\(parameter()).x")
        try checkCoordinate(point.y, "\(parameter()).y")
    }

    /// Checks a visible rectangle: finite, and of no negative extent.
    ///
    /// It may be larger than `maximumLength`, because "everything" is a sensible thing to ask for.
    static func checkVisible(_ rect: Rect, _ parameter: @autoclosure () -> String) throws(GeometryError) {
        try checkPoint(rect.origin, parameter())
        try checkCoordinate(rect.width, "\(parameter()).width")
        try checkCoordinate(rect.height, "\(parameter()).height")
        for (value, name) in [(rect.width, "width"), (rect.height, "height")] where value < 0 {
            throw GeometryError(
                parameter: "\(parameter()).\(name)",
                value: "\(value)",
                requirement: "must not be negative"
            )
        }
    }

    /// Checks a count: at least `minimum`.
    static func checkCount(
        _ value: Int,
        atLeast minimum: Int,
        _ parameter: @autoclosure () -> String
    ) throws(GeometryError) {
        guard value < minimum else { return }
        throw GeometryError(parameter: parameter(), value: "\(value)", requirement: "must be at least \(minimum)")
    }
}
