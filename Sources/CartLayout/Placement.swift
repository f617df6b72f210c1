/// An extent within a room on one axis, before its edges are snapped.
struct Placement: Hashable, Sendable {
    /// The distance of the extent from the room's start, in points.
    let offset: Double
    /// The extent, at most the room.
    let length: Double

    /// Where in the room the extent lies.
    enum Anchor {
        case start, middle, end, everything
    }

    /// Places a length, cut to the room.
    ///
    /// The middle is floored to the pixel.
    init(_ length: Double, in room: Double, at anchor: Anchor, scale: Scale) {
        let fitting = min(length, room)
        switch anchor {
        case .start: self.init(offset: 0, length: fitting)
        case .middle: self.init(offset: scale.floor((room - fitting) / 2), length: fitting)
        case .end: self.init(offset: room - fitting, length: fitting)
        case .everything: self.init(offset: 0, length: room)
        }
    }

    private init(offset: Double, length: Double) {
        self.offset = offset
        self.length = length
    }

    /// The snapped extent of the placement in a room that starts at a coordinate.
    func span(from start: Double, scale: Scale) -> Span {
        let near = start + offset
        return Span(from: near, to: near + length, length: length, scale: scale)
    }
}

extension HorizontalAlignment {
    func anchor(in direction: LayoutDirection) -> Placement.Anchor {
        switch resolved(in: direction) {
        case .right: .end
        case .center: .middle
        case .fill: .everything
        case .left, .leading, .trailing: .start
        }
    }
}

extension VerticalAlignment {
    var anchor: Placement.Anchor {
        switch self {
        case .top: .start
        case .center: .middle
        case .bottom: .end
        case .fill: .everything
        }
    }
}
