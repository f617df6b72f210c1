/// What a list is laid out with: the room it is seen in, and every metric.
///
/// All lengths are points.
public struct ListParameters: Hashable, Sendable, Codable {
    /// The room that the list is seen through.
    ///
    /// Rows are as wide as it, and the section index stands in it.
    ///
    /// Default 320 x 568, the screen of a 4 inch phone.
    public var container: Size = Size(width: 320, height: 568)
    /// The height of a row.
    ///
    /// Default 60, the row height of the tutorial's car list.
    public var rowHeight: Double = 60
    /// The height of the header of a section that has a title.
    ///
    /// Default 28, as in UIKit's plain tables.
    public var headerHeight: Double = 28
    /// The room at both ends of a row and of a header.
    ///
    /// Default 16, the side margin of UIKit's table cells.
    public var margin: Double = 16
    /// The box of a row's icon; no wider or higher than the row leaves room for.
    ///
    /// Default 44 x 44, the smallest target that Apple's interface guidelines give a finger. A width of 0 means that
    /// rows have no icon.
    public var icon: Size = Size(width: 44, height: 44)
    /// The room between a row's icon and its title.
    ///
    /// Default 16, as between image and text in UIKit's table cells.
    public var iconSpacing: Double = 16
    /// Whether a list whose sections have titles shows a section index.
    ///
    /// Default true.
    public var showsIndex: Bool = true
    /// The least width of the section index.
    ///
    /// Default 15, about as wide as UIKit's.
    public var indexWidth: Double = 15
    /// The width of the widest title in the section index, as the caller has measured it.
    ///
    /// Default 0: they all fit.
    public var indexTitleWidth: Double = 0
    /// The room at both sides of the widest title in the section index.
    ///
    /// Default 2.
    public var indexPadding: Double = 2
    /// The greatest width of the section index, whatever its titles.
    ///
    /// Default 100; never more than the container's.
    public var maximumIndexWidth: Double = 100
    /// The height of an entry of the section index.
    ///
    /// Default 14, a line of the 11 point font that UIKit sets it in.
    public var indexEntryHeight: Double = 14
    /// The pixel grid to snap to.
    ///
    /// Default: none.
    public var scale: Scale = .none
    /// Where rows begin; right to left mirrors everything about the container.
    ///
    /// Default: left to right.
    public var direction: LayoutDirection = .leftToRight

    /// Makes parameters with every metric at its default.
    public init() {}

    /// Makes parameters with the metrics that most callers set; the others can be set afterwards.
    ///
    /// They are checked when a list is made from them.
    public init(
        container: Size,
        rowHeight: Double = 60,
        scale: Scale = .none,
        direction: LayoutDirection = .leftToRight
    ) {
        self.container = container
        self.rowHeight = rowHeight
        self.scale = scale
        self.direction = direction
    }

    /// The height of a section's header: 0 for one without a title.
    func headerHeight(of section: ListSection) -> Double {
        section.title.isEmpty ? 0 : headerHeight
    }

    func check() throws(GeometryError) {
        try GeometryLimits.checkSize(container, "container")
        try GeometryLimits.checkSize(icon, "icon")
        for (value, name) in [
            (rowHeight, "rowHeight"), (headerHeight, "headerHeight"), (margin, "margin"), (iconSpacing, "iconSpacing"),
            (indexWidth, "indexWidth"), (indexTitleWidth, "indexTitleWidth"), (indexPadding, "indexPadding"),
            (maximumIndexWidth, "maximumIndexWidth"), (indexEntryHeight, "indexEntryHeight"),
        ] {
            try GeometryLimits.checkLength(value, name)
        }
    }
}

extension ListParameters {
    /// Reads parameters of which each may be missing, for its default.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        container = try values.decode(.container, default: container)
        rowHeight = try values.decode(.rowHeight, default: rowHeight)
        headerHeight = try values.decode(.headerHeight, default: headerHeight)
        margin = try values.decode(.margin, default: margin)
        icon = try values.decode(.icon, default: icon)
        iconSpacing = try values.decode(.iconSpacing, default: iconSpacing)
        showsIndex = try values.decode(.showsIndex, default: showsIndex)
        indexWidth = try values.decode(.indexWidth, default: indexWidth)
        indexTitleWidth = try values.decode(.indexTitleWidth, default: indexTitleWidth)
        indexPadding = try values.decode(.indexPadding, default: indexPadding)
        maximumIndexWidth = try values.decode(.maximumIndexWidth, default: maximumIndexWidth)
        indexEntryHeight = try values.decode(.indexEntryHeight, default: indexEntryHeight)
        scale = try values.decode(.scale, default: scale)
        direction = try values.decode(.direction, default: direction)
    }
}
