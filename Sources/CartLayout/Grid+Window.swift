extension Grid {
    /// The tiles that the visible rectangle meets, found by arithmetic: the cost does not depend on `count`.
    ///
    /// - Parameters:
    ///   - visible: the part of the content that is on screen, in the grid's coordinates.
    ///   - relative: whether frames are given relative to the visible rectangle's origin, snapped to the pixel grid,
    ///     for content taller than a screen's coordinates allow.
    /// - Throws: `GeometryError` when the rectangle is not finite or its extent is negative.
    public func window(_ visible: Rect, relative: Bool = false) throws(GeometryError) -> GridWindow {
        try GeometryLimits.checkVisible(visible, "visible")
        let origin = Point(x: parameters.scale.snap(visible.x), y: parameters.scale.snap(visible.y))
        return GridWindow(
            grid: self,
            rows: visibleRows(from: visible.y, to: visible.maxY),
            columns: visibleColumns(from: visible.x, to: visible.maxX),
            origin: relative ? origin : .zero
        )
    }

    /// All tiles.
    public var items: GridWindow {
        let columns = 0..<min(parameters.columns, count)
        return GridWindow(grid: self, rows: 0..<rowCount, columns: columns, origin: .zero)
    }

    private func visibleRows(from near: Double, to far: Double) -> Range<Int> {
        let all = 0..<rowCount
        let first = all.firstIndex(near: vertical.estimate(near)) { rowSpan($0).end > near }
        let end = (first..<rowCount).firstIndex(near: vertical.estimate(far)) { rowSpan($0).start >= far }
        return first..<end
    }

    private func visibleColumns(from near: Double, to far: Double) -> Range<Int> {
        let all = 0..<min(parameters.columns, count)
        switch parameters.direction {
        case .leftToRight:
            let first = all.firstIndex(near: horizontal.estimate(near)) { columnSpan($0).end > near }
            let rest = first..<all.upperBound
            return first..<rest.firstIndex(near: horizontal.estimate(far)) { columnSpan($0).start >= far }
        case .rightToLeft:
            let extent = horizontal.extent
            let first = all.firstIndex(near: horizontal.estimate(extent - far)) { columnSpan($0).start < far }
            let rest = first..<all.upperBound
            return first..<rest.firstIndex(near: horizontal.estimate(extent - near)) { columnSpan($0).end <= near }
        }
    }
}
