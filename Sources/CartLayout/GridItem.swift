/// One tile of a grid.
public struct GridItem: Hashable, Sendable, Codable {
    /// The item's index, from 0.
    public var index: Int
    /// The tile in the grid's coordinates, or relative to a window where one was asked for so.
    public var frame: Rect
    /// The icon's box, relative to the tile: as wide as the tile and as high as it is wide, or as high as the tile when
    /// that is less.
    public var icon: Rect
    /// The title's box, relative to the tile: what the icon leaves below itself.
    ///
    /// The title is centred in it.
    public var title: Rect

    /// Makes a tile from its parts.
    public init(index: Int, frame: Rect, icon: Rect, title: Rect) {
        self.index = index
        self.frame = frame
        self.icon = icon
        self.title = title
    }
}
