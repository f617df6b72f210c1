extension Rect {
    /// Where something of a given size lies in the rectangle: a measured title in its box, a picture in its frame.
    ///
    /// What is larger than the rectangle is cut to it. The middle is floored to the pixel, then all edges are snapped.
    ///
    /// - Throws: `GeometryError` when the size or the rectangle is not finite or is negative.
    public func aligning(
        _ size: Size,
        horizontal: HorizontalAlignment = .center,
        vertical: VerticalAlignment = .center,
        direction: LayoutDirection = .leftToRight,
        scale: Scale = .none
    ) throws(GeometryError) -> Rect {
        try GeometryLimits.checkPoint(origin, "rect")
        try GeometryLimits.checkSize(self.size, "rect")
        try GeometryLimits.checkSize(size, "size")
        let across = Placement(size.width, in: width, at: horizontal.anchor(in: direction), scale: scale)
        let down = Placement(size.height, in: height, at: vertical.anchor, scale: scale)
        return Rect(x: across.span(from: x, scale: scale), y: down.span(from: y, scale: scale))
    }
}
