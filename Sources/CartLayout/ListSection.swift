/// What a list has to know about one of its sections.
public struct ListSection: Hashable, Sendable, Codable {
    /// The text of the section's header and of its entry in the section index.
    ///
    /// A section without a title has neither: a flat list is one section with an empty title.
    public var title: String
    /// How many rows the section has; 0 for one whose rows are missing.
    public var rowCount: Int

    /// Makes a section; the count is checked when a list is made from it.
    public init(title: String, rowCount: Int) {
        self.title = title
        self.rowCount = rowCount
    }

    /// Whether the section has no rows.
    public var isEmpty: Bool { rowCount == 0 }
}
