extension Rect {
    /// The rectangle with each of its four edges snapped to the pixel grid.
    ///
    /// Edges are snapped, not extents, so rectangles that share an edge still share it afterwards; the
    /// extent is whatever lies between the snapped edges and may differ by a pixel between equals.
    public func snapped(to scale: Scale) -> Rect {
        guard scale != .none else { return self }
        let left = scale.snap(x)
        let top = scale.snap(y)
        return Rect(x: left, y: top, width: scale.snap(maxX) - left, height: scale.snap(maxY) - top)
    }
}
