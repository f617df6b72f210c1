/// The visible part of one section: its header, if that is visible, and its visible rows.
public struct ListWindowSection: Sendable {
    /// The section's index in the list, from 0.
    public let index: Int
    /// The visible rows, by their index in the section.
    public let rowRange: Range<Int>
    /// The header, when the section has one and it is visible where it lies in the content.
    public let header: ListHeader?

    let list: List
    let origin: Point

    init(list: List, index: Int, rowRange: Range<Int>, header: ListHeader?, origin: Point) {
        self.list = list
        self.index = index
        self.rowRange = rowRange
        self.header = header
        self.origin = origin
    }

    /// The section itself, with its title and the count of all its rows.
    public var section: ListSection { list.sections[index] }

    /// The visible rows, computed one by one as they are asked for.
    public var rows: some RandomAccessCollection<ListRow> & Sendable { ListRows(section: self) }
}

/// The visible rows of one section.
private struct ListRows: RandomAccessCollection, Sendable {
    let section: ListWindowSection

    var startIndex: Int { section.rowRange.lowerBound }
    var endIndex: Int { section.rowRange.upperBound }

    subscript(index: Int) -> ListRow {
        var row = section.list.uncheckedRow(index, inSection: section.index)
        row.frame = row.frame.relative(to: section.origin)
        return row
    }
}
