/// A grid of equal tiles, each an icon over a title, filled row by row.
///
/// Columns and rows spread over the container: the first at its start, the last at its end, what is left over
/// shared evenly by the gaps between. Items beyond `columns` x `rows` go on downwards at the same pitch. Every
/// frame follows from its index by arithmetic, so a grid costs the same for ten items and for a billion.
public struct Grid: Hashable, Sendable {
    /// What the grid was made from.
    public let parameters: GridParameters
    /// How many items there are.
    public let count: Int
    /// How many rows the items fill; the last one may be partly filled.
    public let rowCount: Int
    /// The extent of the content in points, snapped: at least the container's width, and down to the bottom of the
    /// last row that has an item (0 without items).
    public let size: Size
    /// Whether the items need more room than the container has, to the side or downwards.
    public let overflows: Bool

    let horizontal: Track
    let vertical: Track

    /// Makes the grid of `count` items.
    ///
    /// - Throws: `GeometryError` when a length is negative, not finite or beyond `GeometryLimits.maximumLength`,
    ///   when there is no column or no row, or when the count is negative.
    public init(_ parameters: GridParameters = GridParameters(), count: Int) throws(GeometryError) {
        try parameters.check()
        try GeometryLimits.checkCount(count, atLeast: 0, "count")
        self.parameters = parameters
        self.count = count
        let (container, tile) = (parameters.container, parameters.tile)
        horizontal = Track(extent: container.width, length: tile.width, stops: parameters.columns)
        vertical = Track(extent: container.height, length: tile.height, stops: parameters.rows)
        let (fullRows, rest) = count.quotientAndRemainder(dividingBy: parameters.columns)
        rowCount = rest == 0 ? fullRows : fullRows + 1

        let right = count == 0 ? 0 : horizontal.end(min(parameters.columns, count) - 1)
        let bottom = count == 0 ? 0 : vertical.end(rowCount - 1)
        let tooWide = right > container.width + Scale.tolerance
        overflows = tooWide || bottom > container.height + Scale.tolerance
        size = Size(
            width: parameters.scale.snap(tooWide ? right : container.width),
            height: parameters.scale.snap(bottom)
        )
    }

    /// The room between two columns in points, before snapping.
    public var columnGap: Double { horizontal.gap }

    /// The room between two rows in points, before snapping.
    public var rowGap: Double { vertical.gap }

    /// The tile of the item with this index, or nil when there is no such item.
    public func item(at index: Int) -> GridItem? {
        guard index >= 0, index < count else { return nil }
        let (row, column) = index.quotientAndRemainder(dividingBy: parameters.columns)
        return item(index: index, column: column, row: row)
    }

    /// The tile at a place of the grid, which the caller knows to be filled.
    func item(index: Int, column: Int, row: Int) -> GridItem {
        let (x, y) = (columnSpan(column), rowSpan(row))
        let icon = Span(
            offset: 0,
            length: iconHeight,
            inFrameFrom: vertical.start(row),
            scale: parameters.scale
        )
        let split = min(icon.length, y.length)
        return GridItem(
            index: index,
            frame: Rect(x: x, y: y),
            icon: Rect(x: 0, y: 0, width: x.length, height: split),
            title: Rect(x: 0, y: split, width: x.length, height: y.length - split)
        )
    }

    private var iconHeight: Double { min(parameters.tile.width, parameters.tile.height) }

    /// Where a column's tiles lie, snapped, as drawn: mirrored when the direction is right to left.
    func columnSpan(_ column: Int) -> Span {
        let (start, end) = (horizontal.start(column), horizontal.end(column))
        switch parameters.direction {
        case .leftToRight:
            return Span(from: start, to: end, length: horizontal.length, scale: parameters.scale)
        case .rightToLeft:
            let extent = horizontal.extent
            return Span(from: extent - end, to: extent - start, length: horizontal.length, scale: parameters.scale)
        }
    }

    /// Where a row's tiles lie, snapped.
    func rowSpan(_ row: Int) -> Span {
        Span(from: vertical.start(row), to: vertical.end(row), length: vertical.length, scale: parameters.scale)
    }
}
