/// What lists are laid out with; the names are those of the protocol's fields.
extension Parameters {
    /// Which catalog to lay out as a list.
    static let listCatalog = Parameter<String>.option(
        "catalog",
        "NAME",
        required: true,
        from: .names(.catalogs),
        "the catalog"
    )
    /// The container of a list.
    static let listWidth = Parameter<Double>.option("width", "W", "points from side to side; 320 when not given")
    /// The container of a list.
    static let listHeight = Parameter<Double>.option(
        "height",
        "H",
        "points of the room that the list is seen through; 568 when not given"
    )
    /// Scrolling.
    static let offset = Parameter<Double>.option(
        "offset",
        "Y",
        "points that the content is scrolled down, which decides what header stays at the top; the top of --visible "
            + "when not given"
    )

    // Rows and headers.

    /// A row.
    static let rowHeight = Parameter<Double>.option("row-height", "H", "points of a row; 60 when not given")
    /// A header.
    static let headerHeight = Parameter<Double>.option(
        "header-height",
        "H",
        "points of the header of a section that has a title; 28 when not given"
    )
    /// The ends of rows.
    static let margin = Parameter<Double>.option(
        "margin",
        "N",
        "points at both ends of a row and of a header; 16 when not given"
    )
    /// The icon of a row.
    static let iconWidth = Parameter<Double>.option(
        "icon-width",
        "W",
        "points of a row's icon; 44 when not given, 0 is no icon"
    )
    /// The icon of a row.
    static let iconHeight = Parameter<Double>.option("icon-height", "H", "points of a row's icon; 44 when not given")
    /// The room between icon and title.
    static let iconSpacing = Parameter<Double>.option(
        "icon-spacing",
        "N",
        "points between a row's icon and its title; 16 when not given"
    )

    // The section index.

    /// No section index.
    static let noIndex = Parameter<Bool>.flag("no-index", "without a section index")
    /// What stands in the section index.
    static let indexTitles = Parameter<String>.option(
        "index-title",
        "TITLE",
        repeatable: true,
        "a title of the section index, such as a letter of the alphabet; those of the sections when not given"
    )
    /// The bar.
    static let indexWidth = Parameter<Double>.option(
        "index-width",
        "W",
        "least points of the section index from side to side; 15 when not given"
    )
    /// The widest title.
    static let indexTitleWidth = Parameter<Double>.option(
        "index-title-width",
        "W",
        "points of the widest title of the section index; measured when not given"
    )
    /// The room beside the widest title.
    static let indexPadding = Parameter<Double>.option(
        "index-padding",
        "N",
        "points at both sides of the widest title of the section index; 2 when not given"
    )
    /// The bar at its widest.
    static let maximumIndexWidth = Parameter<Double>.option(
        "maximum-index-width",
        "W",
        "most points of the section index from side to side; 100 when not given"
    )
    /// An entry.
    static let indexEntryHeight = Parameter<Double>.option(
        "index-entry-height",
        "H",
        "points of an entry of the section index; 14 when not given"
    )
    /// The size of its letters.
    static let indexFontSize = Parameter<Double>.option(
        "index-font-size",
        "N",
        "points of the font of the section index; 11 when not given"
    )
}
