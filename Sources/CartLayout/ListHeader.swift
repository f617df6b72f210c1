/// The header of one section.
public struct ListHeader: Hashable, Sendable, Codable {
    /// The section's index, from 0.
    public var section: Int
    /// The header in the list's coordinates, or relative to a window where one was asked for so.
    public var frame: Rect
    /// The title's box, relative to the header: as high as it, the title at the leading edge and in the middle.
    public var title: Rect

    /// Makes a header from its parts.
    public init(section: Int, frame: Rect, title: Rect) {
        self.section = section
        self.frame = frame
        self.title = title
    }
}
