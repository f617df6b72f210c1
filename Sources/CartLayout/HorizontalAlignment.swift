/// Where content lies between the left and the right edge; the cases are those of UIKit's
/// `UIControl.ContentHorizontalAlignment`.
public enum HorizontalAlignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// In the middle, moved to the left by a fraction of a pixel where there is no exact middle.
    case center
    /// At the left edge.
    case left
    /// At the right edge.
    case right
    /// From edge to edge.
    case fill
    /// At the edge where reading begins.
    case leading
    /// At the edge where reading ends.
    case trailing

    /// The alignment without reference to the direction: `center`, `left`, `right` or `fill`.
    public func resolved(in direction: LayoutDirection) -> HorizontalAlignment {
        switch (self, direction) {
        case (.leading, .leftToRight), (.trailing, .rightToLeft): .left
        case (.trailing, .leftToRight), (.leading, .rightToLeft): .right
        default: self
        }
    }
}
