import CartLayout

extension Drawing {
    /// What an icon and a title lie on, as a tile or a control: a box with round corners and an edge.
    struct Ground {
        /// Where it is.
        var frame: Rect
        /// The colour of its edge.
        var stroke = Palette.outline
        /// The width of its edge in points.
        var strokeWidth = 1.0

        /// Points of its corners.
        static let radius = 10.0

        /// Whether a box that is inside of the frame reaches over one of the round corners.
        ///
        /// It does where one of its own corners does: further from the middle of the round than the round is wide.
        func isExceeded(by box: Rect) -> Bool {
            let radius = min(Self.radius, frame.width / 2, frame.height / 2)
            let across = max(frame.x + radius - box.x, box.maxX - frame.maxX + radius, 0)
            let down = max(frame.y + radius - box.y, box.maxY - frame.maxY + radius, 0)
            return across * across + down * down > radius * radius
        }
    }
}
