public import CartLayout
public import CartModel

extension LayOutList {
    /// One page of a list: whole sections, but the first and the last may be parts.
    public struct Answer: Codable, Hashable, Sendable {
        /// The size of the content.
        public var size: Size
        /// Whether the content is higher than the container.
        public var overflows: Bool
        /// The version of the catalog; another one than on the page before means to begin again.
        public var version: Int64
        /// The sections in order; where `from` points into one, the first entry goes on with it.
        public var sections: [Section]
        /// The section index from top to bottom; empty where there is none, and on every page but the first.
        public var sectionIndex: [IndexEntry]
        /// The bar of the section index in the container; absent where `sectionIndex` is empty.
        public var sectionIndexFrame: Rect?
        /// The header at the top of the screen; absent where there is none.
        public var stickyHeader: StickyHeader?
        /// Where the next page begins; absent on the last.
        public var next: Position?

        /// Creates a page.
        public init(
            size: Size,
            overflows: Bool,
            version: Int64,
            sections: [Section] = [],
            sectionIndex: [IndexEntry] = [],
            sectionIndexFrame: Rect? = nil,
            stickyHeader: StickyHeader? = nil,
            next: Position? = nil
        ) {
            self.size = size
            self.overflows = overflows
            self.version = version
            self.sections = sections
            self.sectionIndex = sectionIndex
            self.sectionIndexFrame = sectionIndexFrame
            self.stickyHeader = stickyHeader
            self.next = next
        }
    }

    /// A section, or the part of it that is on the page.
    public struct Section: Codable, Hashable, Sendable {
        /// The section's index in the list, from 0: that of its group.
        public var index: Int
        /// The group's title; empty for a section without a header.
        public var title: String
        /// The header in the list; absent for a section without a title, and where it is not visible.
        public var header: Rect?
        /// The title's box in the header, relative to it.
        public var headerTitle: Rect?
        /// All rows of the section, visible or not.
        public var rowCount: Int
        /// True for a section that has no rows at all; absent for others.
        public var isEmpty: Bool?
        /// The rows in order.
        public var rows: [Row]

        /// Creates a section.
        public init(
            index: Int,
            title: String,
            header: Rect? = nil,
            headerTitle: Rect? = nil,
            rowCount: Int,
            rows: [Row] = []
        ) {
            self.index = index
            self.title = title
            self.header = header
            self.headerTitle = headerTitle
            self.rowCount = rowCount
            self.isEmpty = rowCount == 0 ? true : nil
            self.rows = rows
        }
    }

    /// One row.
    public struct Row: Codable, Hashable, Sendable {
        /// The row's index in its section, from 0.
        public var index: Int
        /// What the row shows.
        public var product: Product
        /// The row in the list.
        public var frame: Rect
        /// The icon in the row.
        public var icon: Rect
        /// The title in the row.
        public var title: Rect
        /// What is shown of a title that is too wide for its box: its beginning and an ellipsis; absent where it fits.
        public var text: String?

        /// Creates a row.
        public init(index: Int, product: Product, frame: Rect, icon: Rect, title: Rect, text: String? = nil) {
            self.index = index
            self.product = product
            self.frame = frame
            self.icon = icon
            self.title = title
            self.text = text
        }
    }

    /// An entry of the section index.
    public struct IndexEntry: Codable, Hashable, Sendable {
        /// The text to draw; a bullet where it stands for titles that did not fit.
        public var title: String
        /// The section that a touch in the middle of the entry selects.
        public var section: Int
        /// The entry in the container, which does not scroll.
        public var frame: Rect
        /// True for an entry that stands for titles that did not fit; absent for others.
        public var isMark: Bool?

        /// Creates an entry.
        public init(title: String, section: Int, frame: Rect, isMark: Bool? = nil) {
            self.title = title
            self.section = section
            self.frame = frame
            self.isMark = isMark
        }
    }

    /// The header that stays at the top of the screen while its section is scrolled.
    public struct StickyHeader: Codable, Hashable, Sendable {
        /// The section's index.
        public var section: Int
        /// The section's title.
        public var title: String
        /// The header, in the coordinates of the rows' frames.
        public var frame: Rect
        /// The title's box in the header, relative to it.
        public var headerTitle: Rect

        /// Creates a header.
        public init(section: Int, title: String, frame: Rect, headerTitle: Rect) {
            self.section = section
            self.title = title
            self.frame = frame
            self.headerTitle = headerTitle
        }
    }
}
