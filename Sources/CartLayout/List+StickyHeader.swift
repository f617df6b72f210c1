extension List {
    /// The header that stays at the top of the screen while the content is scrolled.
    ///
    /// It is that of the section at the offset. It stands at the offset until the end of its section pushes it out, as
    /// in UIKit's plain tables. There is none above the content, below it, or in a section without a title.
    ///
    /// - Parameters:
    ///   - offset: how far the content is scrolled down, in points; negative while it is pulled down.
    ///   - relative: whether the frame is given relative to the offset, snapped to the pixel grid.
    /// - Throws: `GeometryError` when the offset is not finite.
    public func stickyHeader(offset: Double, relative: Bool = false) throws(GeometryError) -> ListHeader? {
        try GeometryLimits.checkCoordinate(offset, "offset")
        let section = sections.indices.firstIndex(near: sections.count / 2) { tops[$0 + 1] > offset }
        guard offset >= 0, section < sections.endIndex, !sections[section].title.isEmpty else { return nil }
        let lowest = max(tops[section], tops[section + 1] - parameters.headerHeight)
        var header = header(ofSection: section, at: min(offset, lowest))
        if relative {
            header.frame = header.frame.relative(to: Point(x: 0, y: parameters.scale.snap(offset)))
        }
        return header
    }
}
