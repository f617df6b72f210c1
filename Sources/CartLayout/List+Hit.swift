extension List {
    /// What is at a point of the content, or nil when nothing is.
    ///
    /// The section index and the sticky header lie over the rows; where they are depends on how far the content is
    /// scrolled.
    ///
    /// - Parameters:
    ///   - point: a point of the content, in the list's coordinates.
    ///   - offset: how far the content is scrolled down, in points.
    /// - Throws: `GeometryError` when the point or the offset is not finite.
    public func hit(_ point: Point, offset: Double = 0) throws(GeometryError) -> ListHit? {
        try GeometryLimits.checkPoint(point, "point")
        try GeometryLimits.checkCoordinate(offset, "offset")
        let onScreen = Point(x: point.x, y: point.y - offset)
        if isOnIndex(onScreen) {
            let index = sectionIndex
            if let entry = index.entryIndex(at: onScreen.y), let section = index.section(at: onScreen.y) {
                return .indexEntry(index: entry, section: section)
            }
        }
        if let header = try stickyHeader(offset: offset), header.frame.contains(point) {
            return .header(section: header.section)
        }
        return contentHit(point)
    }

    private func isOnIndex(_ point: Point) -> Bool {
        Rect(x: metrics.index, y: Span(from: 0, to: parameters.container.height, scale: parameters.scale))
            .contains(point)
    }

    // No two sections overlap, nor two rows, so the last that begins at or above the point is the only candidate.
    private func contentHit(_ point: Point) -> ListHit? {
        guard metrics.row.start <= point.x, point.x < metrics.row.end else { return nil }
        let next = sections.indices.firstIndex(near: sections.count / 2) { parameters.scale.snap(tops[$0]) > point.y }
        guard next > 0 else { return nil }
        let section = next - 1
        if let header = header(ofSection: section), header.frame.contains(point) { return .header(section: section) }
        let guess = estimate(point.y, inSection: section)
        let below = (0..<sections[section].rowCount).firstIndex(near: guess) {
            rowSpan($0, inSection: section).start > point.y
        }
        guard below > 0 else { return nil }
        let row = uncheckedRow(below - 1, inSection: section)
        guard row.frame.contains(point) else { return nil }
        return .row(section: section, index: row.index, part: row.part(at: point))
    }
}

extension ListRow {
    fileprivate func part(at point: Point) -> TilePart {
        let inside = Point(x: point.x - frame.x, y: point.y - frame.y)
        if icon.contains(inside) { return .icon }
        return title.contains(inside) ? .title : .background
    }
}
