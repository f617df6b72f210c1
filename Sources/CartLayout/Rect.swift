/// A rectangle in points with its origin at the top left corner.
///
/// Its edges are half-open: it owns its left and top edge, and its right and bottom edge belong to
/// its neighbours. So a point on the border of two adjoining frames is in exactly one of them.
public struct Rect: Hashable, Sendable, Codable {
    /// The left edge in points.
    public var x: Double
    /// The top edge in points.
    public var y: Double
    /// The horizontal extent in points.
    public var width: Double
    /// The vertical extent in points.
    public var height: Double

    /// The rectangle of no extent at the origin.
    public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Makes a rectangle; any value is accepted here and checked where the rectangle is used.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes a rectangle from its top left corner and its size.
    public init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// The top left corner.
    public var origin: Point { Point(x: x, y: y) }

    /// The extent.
    public var size: Size { Size(width: width, height: height) }

    /// The right edge, which is no longer part of the rectangle.
    public var maxX: Double { x + width }

    /// The bottom edge, which is no longer part of the rectangle.
    public var maxY: Double { y + height }

    /// The middle of the rectangle.
    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// Whether the rectangle owns the point: `x <= point.x < maxX`, and the same for y.
    public func contains(_ point: Point) -> Bool {
        x <= point.x && point.x < maxX && y <= point.y && point.y < maxY
    }

    /// Whether the two overlap: each begins before the other ends, on both axes.
    ///
    /// Rectangles that only touch do not overlap. A rectangle without extent overlaps another when it
    /// lies strictly inside it. This is the rule that every window of this module filters by.
    public func intersects(_ other: Rect) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// The rectangle moved by the point's coordinates.
    public func offset(by distance: Point) -> Rect {
        Rect(x: x + distance.x, y: y + distance.y, width: width, height: height)
    }

    /// The rectangle as seen from a point: the point becomes the origin.
    public func relative(to point: Point) -> Rect {
        Rect(x: x - point.x, y: y - point.y, width: width, height: height)
    }
}
