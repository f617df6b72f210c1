/// An extent in points.
public struct Size: Hashable, Sendable, Codable {
    /// The horizontal extent in points.
    public var width: Double
    /// The vertical extent in points.
    public var height: Double

    /// No extent at all, 0 x 0.
    public static let zero = Size(width: 0, height: 0)

    /// Makes a size; any value is accepted here and checked where the size is used.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// Whether the size covers nothing: its width or its height is 0.
    public var isEmpty: Bool { width == 0 || height == 0 }
}
