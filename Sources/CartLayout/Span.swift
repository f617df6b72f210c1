/// A frame's extent on one axis, as drawn.
struct Span: Hashable, Sendable {
    /// The edge with the lower coordinate.
    let start: Double
    /// The extent; 0 or more.
    let length: Double

    /// The edge with the higher coordinate, by the same sum as `Rect.maxX` and `Rect.maxY`.
    var end: Double { start + length }

    /// The extent between two edges.
    ///
    /// - Parameter length: the extent as it was asked for; kept to the last bit when nothing is snapped.
    init(from start: Double, to end: Double, length: Double, scale: Scale) {
        self.start = scale.snap(start)
        self.length = scale == .none ? length : scale.snap(end) - self.start
    }
}
