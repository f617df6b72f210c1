extension Grid {
    /// What is at a point of the content, or nil when it is in a gap or outside every tile.
    ///
    /// - Throws: `GeometryError` when the point is not finite.
    public func hit(_ point: Point) throws(GeometryError) -> GridHit? {
        try GeometryLimits.checkPoint(point, "point")
        guard let column = column(at: point.x), let row = row(at: point.y) else { return nil }
        guard column < count - row * parameters.columns else { return nil }
        let item = item(index: row * parameters.columns + column, column: column, row: row)
        guard item.frame.contains(point) else { return nil }
        return GridHit(index: item.index, part: point.y - item.frame.y < item.title.y ? .icon : .title)
    }

    // The last row that begins at or above the offset. No two rows overlap, so no other can own it.
    private func row(at offset: Double) -> Int? {
        let next = (0..<rowCount).firstIndex(near: vertical.estimate(offset) + 1) { rowSpan($0).start > offset }
        return next > 0 ? next - 1 : nil
    }

    // The column nearest to the offset from the left: counted from the left or, right to left, from the right.
    private func column(at offset: Double) -> Int? {
        let all = 0..<min(parameters.columns, count)
        switch parameters.direction {
        case .leftToRight:
            let next = all.firstIndex(near: horizontal.estimate(offset) + 1) { columnSpan($0).start > offset }
            return next > 0 ? next - 1 : nil
        case .rightToLeft:
            let guess = horizontal.estimate(horizontal.extent - offset)
            let column = all.firstIndex(near: guess) { columnSpan($0).start <= offset }
            return column < all.upperBound ? column : nil
        }
    }
}
