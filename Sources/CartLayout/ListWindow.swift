/// The part of a list that a visible rectangle meets, computed piece by piece as it is asked for.
///
/// Its elements are the sections that are at least partly visible, each with its header and rows: exactly those whose
/// frame intersects the visible rectangle (`Rect.intersects`). A section without header and rows is among them when
/// its place is inside.
public struct ListWindow: RandomAccessCollection, Sendable {
    /// The list that is looked at.
    public let list: List
    /// The sections that are visible, from 0.
    public let sections: Range<Int>
    /// What the frames of this window are relative to: `Point.zero`, or the snapped origin of the visible rectangle.
    public let origin: Point

    let near: Double
    let far: Double

    /// The index of the first visible section.
    public var startIndex: Int { sections.lowerBound }

    /// The index past that of the last visible section.
    public var endIndex: Int { sections.upperBound }

    /// The visible part of the section with this index, which is its index in the list.
    public subscript(section: Int) -> ListWindowSection {
        ListWindowSection(
            list: list,
            index: section,
            rowRange: list.visibleRows(ofSection: section, from: near, to: far),
            header: visibleHeader(ofSection: section),
            origin: origin
        )
    }

    /// How many rows are visible; known without computing any.
    public var rowCount: Int {
        guard let first = sections.first, let last = sections.last else { return 0 }
        let before = list.visibleRows(ofSection: first, from: near, to: far)
        guard first < last else { return before.count }
        let after = list.visibleRows(ofSection: last, from: near, to: far)
        return before.count + (list.ordinals[last] - list.ordinals[first + 1]) + after.count
    }

    private func visibleHeader(ofSection section: Int) -> ListHeader? {
        guard var header = list.header(ofSection: section) else { return nil }
        guard header.frame.y < far, near < header.frame.maxY else { return nil }
        header.frame = header.frame.relative(to: origin)
        return header
    }
}
