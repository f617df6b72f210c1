extension List {
    /// What the visible rectangle meets: found in time that grows with the logarithm of the number of sections.
    ///
    /// - Parameters:
    ///   - visible: the part of the content that is on screen, in the list's coordinates.
    ///   - relative: whether frames are given relative to the visible rectangle's origin, snapped to the pixel grid,
    ///     for content taller than a screen's coordinates allow.
    /// - Throws: `GeometryError` when the rectangle is not finite or its extent is negative.
    public func window(_ visible: Rect, relative: Bool = false) throws(GeometryError) -> ListWindow {
        try GeometryLimits.checkVisible(visible, "visible")
        let (near, far) = (visible.y, visible.maxY)
        let isBeside = visible.x >= metrics.row.end || visible.maxX <= metrics.row.start
        let all = isBeside ? 0..<0 : sections.indices
        let guess = all.upperBound / 2
        let first = all.firstIndex(near: guess) { parameters.scale.snap(tops[$0 + 1]) > near }
        let end = (first..<all.upperBound).firstIndex(near: first) { parameters.scale.snap(tops[$0]) >= far }
        let origin = Point(x: parameters.scale.snap(visible.x), y: parameters.scale.snap(visible.y))
        return ListWindow(
            list: self,
            sections: first..<end,
            origin: relative ? origin : .zero,
            near: near,
            far: far
        )
    }

    /// All sections with all their headers and rows.
    public var content: ListWindow {
        ListWindow(list: self, sections: sections.indices, origin: .zero, near: -.infinity, far: .infinity)
    }

    /// The rows of a section that lie between two offsets, at least in part.
    func visibleRows(ofSection section: Int, from near: Double, to far: Double) -> Range<Int> {
        let all = 0..<sections[section].rowCount
        let first = all.firstIndex(near: estimate(near, inSection: section)) {
            rowSpan($0, inSection: section).end > near
        }
        let end = (first..<all.upperBound).firstIndex(near: estimate(far, inSection: section)) {
            rowSpan($0, inSection: section).start >= far
        }
        return first..<end
    }

    /// The row of a section that an offset points at, by arithmetic alone.
    func estimate(_ offset: Double, inSection section: Int) -> Int {
        let distance = offset - rowEdge(0, inSection: section)
        guard distance > 0, parameters.rowHeight > 0 else { return 0 }
        return Int(exactly: (distance / parameters.rowHeight).rounded(.down)) ?? Int.max - 1
    }
}
