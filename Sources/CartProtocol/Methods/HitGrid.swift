public import CartLayout

/// Says which tile of a grid is at a point.
public struct HitGrid: Method {
    /// The tile, or nothing.
    public typealias Answer = HitAnswer
    /// `hit.grid`.
    public static let name = "hit.grid"

    /// The grid; `from` means nothing here, and `visible` only beside `relative`.
    public var grid: LayOutGrid
    /// A point in the coordinates in which the grid's frames are answered.
    public var point: Point

    /// Creates the call.
    public init(grid: LayOutGrid = LayOutGrid(), point: Point) {
        self.grid = grid
        self.point = point
    }
}
