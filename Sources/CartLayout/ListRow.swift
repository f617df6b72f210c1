/// One row of a list.
public struct ListRow: Hashable, Sendable, Codable {
    /// The section's index, from 0.
    public var section: Int
    /// The row's index in its section, from 0.
    public var index: Int
    /// The row's index in the whole list, from 0, headers not counted.
    public var ordinal: Int
    /// The row in the list's coordinates, or relative to a window where one was asked for so.
    public var frame: Rect
    /// The icon's box, relative to the row.
    public var icon: Rect
    /// The title's box, relative to the row: as high as it, the title at the leading edge and in the middle.
    public var title: Rect

    /// Makes a row from its parts.
    public init(section: Int, index: Int, ordinal: Int, frame: Rect, icon: Rect, title: Rect) {
        self.section = section
        self.index = index
        self.ordinal = ordinal
        self.frame = frame
        self.icon = icon
        self.title = title
    }
}
