/// One entry of a section index: a title, or a mark that stands for the titles left out.
public struct SectionIndexEntry: Hashable, Sendable, Codable {
    /// The text to draw; `SectionIndex.mark` for a mark.
    public var title: String
    /// The section that a touch in the middle of the entry selects.
    public var section: Int
    /// Whether the entry stands for titles that did not fit.
    public var isMark: Bool
    /// Where the entry lies on the screen: in the container's coordinates, which do not scroll.
    public var frame: Rect

    /// Makes an entry from its parts.
    public init(title: String, section: Int, isMark: Bool, frame: Rect) {
        self.title = title
        self.section = section
        self.isMark = isMark
        self.frame = frame
    }
}
