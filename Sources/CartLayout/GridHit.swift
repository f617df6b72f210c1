/// What a point of a grid hits.
public struct GridHit: Hashable, Sendable, Codable {
    /// The item's index, from 0.
    public var index: Int
    /// The part of the tile.
    public var part: TilePart

    /// Makes a hit from its parts.
    public init(index: Int, part: TilePart) {
        self.index = index
        self.part = part
    }
}
