import CartLayout
import CartModel
import CartProtocol

/// Computes a layout; what it cannot be computed from is refused as `invalidGeometry`.
func geometry<Result>(_ body: () throws(GeometryError) -> Result) throws(CartError) -> Result {
    do {
        return try body()
    } catch {
        throw CartError(error)
    }
}

extension Scale {
    /// The scale of a call; nil is no snapping.
    init(_ pixels: Int?) throws(GeometryError) {
        self = try pixels.map { pixels throws(GeometryError) in try Scale(checking: pixels) } ?? .none
    }
}

extension Point {
    /// The point of a screen whose origin is at another one.
    func offset(by distance: Point) -> Point {
        Point(x: x + distance.x, y: y + distance.y)
    }
}
