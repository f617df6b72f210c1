// Links the C library's mathematics, which `rounded` calls, into programs that import nothing else.
import Glibc

/// How many pixels make a point, and so which grid the edges of frames are snapped to.
public enum Scale: Int, Hashable, Sendable, Codable, CaseIterable {
    /// No snapping: results stay as computed.
    case none = 0
    /// One pixel a point.
    case one = 1
    /// Two pixels a point.
    case two = 2
    /// Three pixels a point.
    case three = 3

    /// How far below a half, in pixels, still counts as a half, and how far below a whole pixel still counts as whole.
    ///
    /// It absorbs the dust of binary fractions: 137.49999999999997 is meant as 137.5.
    static let tolerance = 1e-6

    /// Makes a scale from its number of pixels a point.
    ///
    /// - Throws: `GeometryError` for anything but 0, 1, 2 and 3.
    public init(checking pixels: Int) throws(GeometryError) {
        guard let scale = Scale(rawValue: pixels) else {
            throw GeometryError(parameter: "scale", value: "\(pixels)", requirement: "must be 0, 1, 2 or 3")
        }
        self = scale
    }

    /// The nearest coordinate on the pixel grid; halves go towards positive infinity.
    ///
    /// The rule is the same on both sides of 0 (0.6 becomes 1, -0.6 becomes -1) and everywhere else: content that
    /// moves by whole pixels keeps the extents of its frames. It never reverses the order of two coordinates.
    public func snap(_ coordinate: Double) -> Double {
        onGrid(coordinate, shift: 0.5)
    }

    /// The greatest coordinate on the pixel grid that is not greater, give or take `tolerance`.
    public func floor(_ coordinate: Double) -> Double {
        onGrid(coordinate, shift: 0)
    }

    private func onGrid(_ coordinate: Double, shift: Double) -> Double {
        guard self != .none else { return coordinate }
        let scale = Double(rawValue)
        let pixels = coordinate * scale
        // Beyond this a Double has no fraction that could be rounded away.
        guard pixels.magnitude < GeometryLimits.maximumLength else { return coordinate }
        return (pixels + shift + Self.tolerance).rounded(.down) / scale
    }
}
