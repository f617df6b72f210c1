/// The tiles of a grid that a visible rectangle meets, computed one by one as they are asked for.
///
/// Exactly the items whose frame intersects the visible rectangle (`Rect.intersects`), in order of their index.
public struct GridWindow: RandomAccessCollection, Sendable {
    /// The grid that is looked at.
    public let grid: Grid
    /// The rows that are visible, from 0.
    public let rows: Range<Int>
    /// The columns that are visible, from 0 in the direction of the grid.
    public let columns: Range<Int>
    /// What the frames of this window are relative to: `Point.zero`, or the snapped origin of the visible rectangle.
    public let origin: Point
    /// How many tiles are visible; known without computing any.
    public let count: Int

    init(grid: Grid, rows: Range<Int>, columns: Range<Int>, origin: Point) {
        self.grid = grid
        self.rows = rows
        self.columns = columns
        self.origin = origin
        count = Self.count(grid: grid, rows: rows, columns: columns)
    }

    /// The first position, 0.
    public var startIndex: Int { 0 }

    /// The position past the last, the same as `count`.
    public var endIndex: Int { count }

    /// The visible tile at a position of the window, which is not the item's index in the grid.
    public subscript(position: Int) -> GridItem {
        precondition(position >= 0 && position < count, "position outside the window")
        let (row, column) = position.quotientAndRemainder(dividingBy: columns.count)
        return item(column: columns.lowerBound + column, row: rows.lowerBound + row)
    }

    private func item(column: Int, row: Int) -> GridItem {
        var item = grid.item(index: row * grid.parameters.columns + column, column: column, row: row)
        item.frame = item.frame.relative(to: origin)
        return item
    }

    // Every row but the grid's last is full, and the last lacks only columns at its end. The product is at most the
    // grid's count, so it cannot overflow.
    private static func count(grid: Grid, rows: Range<Int>, columns: Range<Int>) -> Int {
        guard let last = rows.last, !columns.isEmpty else { return 0 }
        let filled = grid.count - last * grid.parameters.columns
        let inLast = Swift.max(0, Swift.min(columns.upperBound, filled) - columns.lowerBound)
        return (rows.count - 1) * columns.count + inLast
    }
}
