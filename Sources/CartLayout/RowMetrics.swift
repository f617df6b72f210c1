/// Where things lie across a list and within a row of it: the same for all rows, so computed once.
struct RowMetrics: Hashable, Sendable {
    /// The row and the header, from edge to edge of the container.
    let row: Span
    /// The icon's box.
    let icon: Span
    /// The title's box in a row.
    let title: Span
    /// The title's box in a header.
    let headerTitle: Span
    /// The section index; without extent when there is none.
    let index: Span
    /// How far below the row's top the icon begins, before snapping.
    let iconTop: Double
    /// How high the icon is, before snapping.
    let iconHeight: Double

    /// - Parameter indexWidth: the width of the section index, at most the container's; 0 when there is none.
    init(_ parameters: ListParameters, indexWidth: Double) {
        let width = parameters.container.width
        func span(_ start: Double, _ end: Double) -> Span {
            switch parameters.direction {
            case .leftToRight: Span(from: start, to: end, scale: parameters.scale)
            case .rightToLeft: Span(from: width - end, to: width - start, scale: parameters.scale)
            }
        }
        // Counted from the leading edge: margin, icon, spacing, title, margin, index; each yields to what is before it.
        let content = width - indexWidth
        let start = min(parameters.margin, content)
        let end = max(start, content - parameters.margin)
        let iconEnd = min(start + parameters.icon.width, end)
        let titleStart = parameters.icon.width == 0 ? start : min(iconEnd + parameters.iconSpacing, end)
        row = span(0, width)
        icon = span(start, iconEnd)
        title = span(titleStart, end)
        headerTitle = span(start, end)
        index = span(content, width)

        let placement = Placement(
            parameters.icon.height,
            in: parameters.rowHeight,
            at: .middle,
            scale: parameters.scale
        )
        iconTop = placement.offset
        iconHeight = placement.length
    }
}
