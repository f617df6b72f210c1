/// Where content lies between the top and the bottom edge; the cases are those of UIKit's
/// `UIControl.ContentVerticalAlignment`.
public enum VerticalAlignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// In the middle, moved up by a fraction of a pixel where there is no exact middle.
    case center
    /// At the top edge.
    case top
    /// At the bottom edge.
    case bottom
    /// From edge to edge.
    case fill
}
