/// A frame's extent on one axis, as drawn.
struct Span: Hashable, Sendable {
    /// The edge with the lower coordinate.
    let start: Double
    /// The extent; 0 or more.
    let length: Double

    /// The edge with the higher coordinate, by the same sum as `Rect.maxX` and `Rect.maxY`.
    var end: Double { start + length }

    /// The extent between two edges, snapped.
    init(from start: Double, to end: Double, scale: Scale) {
        self.start = scale.snap(start)
        length = scale.snap(end) - self.start
    }

    /// The extent between two edges that were computed from a length.
    ///
    /// When nothing is snapped the length is kept to the last bit, unless rounding has moved the far edge: edges that
    /// are shared with a neighbour matter more.
    init(from start: Double, to end: Double, length: Double, scale: Scale) {
        self.start = scale.snap(start)
        let isExact = scale == .none && start + length == end
        self.length = isExact ? length : scale.snap(end) - self.start
    }

    /// An extent inside a frame, relative to where the frame begins as drawn.
    ///
    /// It is snapped where it lies in the content, like every other edge.
    ///
    /// - Parameters:
    ///   - offset: how far behind the frame's start it begins.
    ///   - start: the frame's start, before snapping.
    init(offset: Double, length: Double, inFrameFrom start: Double, scale: Scale) {
        guard scale != .none else {
            self.init(start: offset, length: length)
            return
        }
        let span = Span(from: start + offset, to: start + offset + length, scale: scale)
        self.init(start: span.start - scale.snap(start), length: span.length)
    }

    private init(start: Double, length: Double) {
        self.start = start
        self.length = length
    }

    /// The same extent seen from its own start.
    var atZero: Span { Span(start: 0, length: length) }
}

extension Rect {
    /// The rectangle that two extents span.
    init(x: Span, y: Span) {
        self.init(x: x.start, y: y.start, width: x.length, height: y.length)
    }
}
