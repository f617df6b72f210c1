/// A place, in points, measured from the top left corner: `x` grows to the right, `y` grows downwards.
public struct Point: Hashable, Sendable, Codable {
    /// The horizontal coordinate in points.
    public var x: Double
    /// The vertical coordinate in points.
    public var y: Double

    /// The origin, (0, 0).
    public static let zero = Point(x: 0, y: 0)

    /// Makes a point; any value is accepted here and checked where the point is used.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
