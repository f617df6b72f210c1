/// What a point of a list hits.
public enum ListHit: Hashable, Sendable, Codable {
    /// The header of a section, where it lies in the content or at the top of the screen.
    case header(section: Int)
    /// A row of a section, and the part of the row.
    case row(section: Int, index: Int, part: TilePart)
    /// An entry of the section index, and the section that touching it selects.
    case indexEntry(index: Int, section: Int)
}
