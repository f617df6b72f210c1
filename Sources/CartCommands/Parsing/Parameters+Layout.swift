import CartLayout

extension Parameters {
    // What is laid out.

    /// Which catalog to lay out as a grid.
    static let gridCatalog = Parameter<String>.option(
        "catalog",
        "NAME",
        from: .names(.catalogs),
        "lay out a catalog instead of a cart"
    )
    /// Which part of it.
    static let group = Parameter<String>.option(
        "group",
        "TITLE",
        from: .names(.groups),
        "only the catalog's group of this title"
    )

    // The room.

    /// The container of a grid.
    static let width = Parameter<Double>.option("width", "W", "points from side to side; 280 when not given")
    /// The container of a grid.
    static let height = Parameter<Double>.option("height", "H", "points from top to bottom; 220 when not given")
    /// The bounds of a control.
    static let controlWidth = Parameter<Double>.option(
        "width",
        "W",
        "points from side to side; those of its content when not given"
    )
    /// The bounds of a control.
    static let controlHeight = Parameter<Double>.option(
        "height",
        "H",
        "points from top to bottom; those of its content when not given"
    )

    // Grids.

    /// Tiles in a row.
    static let columns = Parameter<WholeNumber>.option("columns", "C", "tiles in a row; 3 when not given")
    /// Rows in the container.
    static let rows = Parameter<WholeNumber>.option("rows", "R", "rows that share the height; 2 when not given")
    /// A tile.
    static let tileWidth = Parameter<Double>.option(
        "tile-width",
        "W",
        "points of a tile and of its icon; 80 when not given"
    )
    /// A tile.
    static let tileHeight = Parameter<Double>.option(
        "tile-height",
        "H",
        "points of a tile with its title; 100 when not given"
    )

    // Controls.

    /// The text.
    static let title = Parameter<String>.option("title", "T", "the text; an empty one shows none")
    /// The colour of the text.
    static let color = Parameter<String>.option("color", "#RRGGBB", "the colour of the text")
    /// The image.
    static let image = Parameter<String>.option("image", "I", "the name of the image; an empty one shows none")
    /// The image's size.
    static let imageSize = Parameter<Size>.option(
        "image-size",
        "W,H",
        "points of the image; those that the daemon knows, else 44,44 when not given"
    )
    /// The title's size.
    static let titleSize = Parameter<Size>.option("title-size", "W,H", "points of the title; measured when not given")
    /// The room between image and title.
    static let spacing = Parameter<Double>.option("spacing", "N", "points between image and title; a new control has 2")
    /// The content's place.
    static let horizontal = Parameter<HorizontalAlignment>.option(
        "horizontal",
        "A",
        "where the content is: \(HorizontalAlignment.expectation)"
    )
    /// The content's place.
    static let vertical = Parameter<VerticalAlignment>.option(
        "vertical",
        "A",
        "where the content is: \(VerticalAlignment.expectation)"
    )

    // All of them.

    /// Snapping.
    static let scale = Parameter<WholeNumber>.option(
        "scale",
        "S",
        from: .choices(["0", "1", "2", "3"]),
        "snap to the pixels of a screen with 1, 2 or 3 a point; 0 or not given snaps nothing"
    )
    /// The side where reading begins.
    static let direction = Parameter<LayoutDirection>.option(
        "direction",
        "DIRECTION",
        "ltr or rtl: the side where reading begins; ltr when not given"
    )
    /// The size of the letters.
    static let fontSize = Parameter<Double>.option("font-size", "N", "points of the font of titles; 17 when not given")
    /// The part that is on the screen.
    static let visible = Parameter<Rect>.option(
        "visible",
        "X,Y,W,H",
        "only what this part of the content shows"
    )
    /// Whose coordinates.
    static let relative = Parameter<Bool>.flag(
        "relative",
        "coordinates count from the top left corner of --visible, not of the content"
    )
    /// The finger.
    static let point = Parameter<Point>.option("at", "X,Y", required: true, "the point to look at")

    // Pictures.

    /// Where the picture goes.
    static let output = Parameter<String>.option(
        "output",
        short: "o",
        "FILE",
        required: true,
        from: .file,
        "the SVG file to write, in place of one that is there; - is standard output"
    )
    /// The fonts.
    static let fonts = Parameter<String>.option(
        "font",
        "PATH",
        repeatable: true,
        from: .file,
        "a TrueType or OpenType file to set titles in, or FILE#N for font N of a collection; the next one has what this one "
            + "lacks. Without any, the viewer's own font"
    )
    /// The icons.
    static let icons = Parameter<String>.option(
        "icons",
        "DIR",
        from: .folder,
        "the folder of the icons; without it they are stood in for"
    )
}
