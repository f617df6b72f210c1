/// A part of a tile or of a row.
public enum TilePart: String, Hashable, Sendable, Codable, CaseIterable {
    /// The icon's box.
    case icon
    /// The title's box.
    case title
    /// What neither the icon's nor the title's box covers.
    case background
}
