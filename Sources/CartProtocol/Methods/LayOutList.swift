public import CartLayout

/// Lays out a catalog as a list: a section a group, a row a product, and a section index; a long one comes in pages.
///
/// Lengths are points. What is nil has the default of ``CartLayout``'s list, which is named with it.
public struct LayOutList: Method {
    /// `layout.list`.
    public static let name = "layout.list"
    /// The most titles that `indexTitles` may have.
    public static let indexTitleLimit = 1000

    /// The catalog's name.
    public var catalog: String
    /// The width of the room that the list is seen through, and of its rows (320).
    public var width: Double?
    /// The height of the room that the list is seen through, in which the section index stands (568).
    public var height: Double?
    /// The height of a row (60).
    public var rowHeight: Double?
    /// The height of the header of a section that has a title (28).
    public var headerHeight: Double?
    /// The room at both ends of a row and of a header (16).
    public var margin: Double?
    /// The width of a row's icon (44); 0 is no icon.
    public var iconWidth: Double?
    /// The height of a row's icon (44).
    public var iconHeight: Double?
    /// The room between a row's icon and its title (16).
    public var iconSpacing: Double?
    /// Whether there is a section index where sections have titles (true).
    public var showsIndex: Bool?
    /// The titles of the section index, such as an alphabet, at most ``indexTitleLimit`` (those of the sections).
    public var indexTitles: [String]?
    /// The least width of the section index (15).
    public var indexWidth: Double?
    /// The width of the widest title of the section index (as measured in the font of the section index).
    public var indexTitleWidth: Double?
    /// The room at both sides of the widest title of the section index (2).
    public var indexPadding: Double?
    /// The greatest width of the section index (100).
    public var maximumIndexWidth: Double?
    /// The height of an entry of the section index (14).
    public var indexEntryHeight: Double?
    /// The size of the font of the titles, above 0 and at most 10,000 (17).
    public var fontSize: Double?
    /// The size of the font of the section index, above 0 and at most 10,000 (11).
    public var indexFontSize: Double?
    /// Pixels a point that frames are snapped to: 1, 2, 3, or 0 for none (0).
    public var scale: Int?
    /// Where rows begin (left to right).
    public var direction: LayoutDirection?
    /// Answers only what intersects it.
    public var visible: Rect?
    /// Gives frames relative to the origin of `visible`, snapped to the pixels (false).
    ///
    /// Does nothing without `visible`, and never to the section index, which does not scroll.
    public var relative: Bool?
    /// How far the content is scrolled down, which decides what header stays at the top (the top of `visible`).
    public var offset: Double?
    /// Where the page begins: the `next` of the page before; nil is the beginning.
    public var from: Position?

    /// Creates the call with what most callers set; the other metrics can be set afterwards.
    public init(
        catalog: String,
        width: Double? = nil,
        height: Double? = nil,
        rowHeight: Double? = nil,
        scale: Int? = nil,
        direction: LayoutDirection? = nil,
        visible: Rect? = nil,
        relative: Bool? = nil,
        offset: Double? = nil,
        from: Position? = nil
    ) {
        self.catalog = catalog
        self.width = width
        self.height = height
        self.rowHeight = rowHeight
        self.scale = scale
        self.direction = direction
        self.visible = visible
        self.relative = relative
        self.offset = offset
        self.from = from
    }

    /// A place in a list.
    public struct Position: Codable, Hashable, Sendable {
        /// The index of a section, from 0.
        public var section: Int
        /// The index of a row in the section, from 0.
        public var row: Int

        /// Creates a place.
        public init(section: Int, row: Int) {
            self.section = section
            self.row = row
        }
    }
}
