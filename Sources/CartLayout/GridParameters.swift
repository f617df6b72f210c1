/// What a grid is made from.
///
/// The defaults are those of the shop cart: 3 x 2 tiles of 80 x 100 in 280 x 220 points.
public struct GridParameters: Hashable, Sendable, Codable {
    /// The room for the grid in points.
    ///
    /// Default 280 x 220: three columns and two rows with gaps of 20.
    public var container: Size
    /// How many columns share the container's width; at least 1.
    ///
    /// Default 3.
    public var columns: Int
    /// How many rows share the container's height; at least 1.
    ///
    /// Default 2.
    ///
    /// It sets the gap between rows, not the number of rows: items that need more go on below.
    public var rows: Int
    /// The extent of each tile in points.
    ///
    /// Default 80 x 100: a square icon of 80 over a title of 20.
    public var tile: Size
    /// The pixel grid to snap to.
    ///
    /// Default: none.
    public var scale: Scale
    /// Where the first column is.
    ///
    /// Default: left to right.
    ///
    /// Right to left mirrors the columns about the container, so that what does not fit overflows at the end, which
    /// is on the left, where x is negative (CSS Box Alignment Level 3: `space-between` falls back to start).
    public var direction: LayoutDirection

    /// Makes the parameters; they are checked when a grid is made from them.
    public init(
        container: Size = Size(width: 280, height: 220),
        columns: Int = 3,
        rows: Int = 2,
        tile: Size = Size(width: 80, height: 100),
        scale: Scale = .none,
        direction: LayoutDirection = .leftToRight
    ) {
        self.container = container
        self.columns = columns
        self.rows = rows
        self.tile = tile
        self.scale = scale
        self.direction = direction
    }

    /// Reads parameters of which each may be missing, for its default.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        container = try values.decode(.container, default: container)
        columns = try values.decode(.columns, default: columns)
        rows = try values.decode(.rows, default: rows)
        tile = try values.decode(.tile, default: tile)
        scale = try values.decode(.scale, default: scale)
        direction = try values.decode(.direction, default: direction)
    }

    func check() throws(GeometryError) {
        try GeometryLimits.checkSize(container, "container")
        try GeometryLimits.checkCount(columns, atLeast: 1, "columns")
        try GeometryLimits.checkCount(rows, atLeast: 1, "rows")
        try GeometryLimits.checkSize(tile, "tile")
    }
}
