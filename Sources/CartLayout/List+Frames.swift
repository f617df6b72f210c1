extension List {
    /// The row at a place of the list, which the caller knows to exist.
    func uncheckedRow(_ index: Int, inSection section: Int) -> ListRow {
        let span = rowSpan(index, inSection: section)
        let icon = Span(
            offset: metrics.iconTop,
            length: metrics.iconHeight,
            inFrameFrom: rowEdge(index, inSection: section),
            scale: parameters.scale
        )
        return ListRow(
            section: section,
            index: index,
            ordinal: ordinals[section] + index,
            frame: Rect(x: metrics.row, y: span),
            icon: Rect(x: metrics.icon, y: icon),
            title: Rect(x: metrics.title, y: span.atZero)
        )
    }

    /// The header of a section that has one, with its top at a coordinate.
    func header(ofSection section: Int, at top: Double) -> ListHeader {
        let height = parameters.headerHeight
        let span = Span(from: top, to: top + height, length: height, scale: parameters.scale)
        return ListHeader(
            section: section,
            frame: Rect(x: metrics.row, y: span),
            title: Rect(x: metrics.headerTitle, y: span.atZero)
        )
    }

    /// Where a section lies, snapped.
    func sectionSpan(_ section: Int) -> Span {
        Span(from: tops[section], to: tops[section + 1], scale: parameters.scale)
    }

    /// Where a row lies, snapped.
    func rowSpan(_ index: Int, inSection section: Int) -> Span {
        Span(
            from: rowEdge(index, inSection: section),
            to: rowEdge(index + 1, inSection: section),
            length: parameters.rowHeight,
            scale: parameters.scale
        )
    }

    /// Where a row begins and the one before it ends; the one formula for every edge, so that neighbours share it.
    func rowEdge(_ index: Int, inSection section: Int) -> Double {
        let header = parameters.headerHeight(of: sections[section])
        return tops[section] + header + Double(index) * parameters.rowHeight
    }
}
