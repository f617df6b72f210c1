public import CartLayout
public import CartModel

/// Lays out the tiles of a cart, a catalog or one of its groups as a grid; a long one comes in pages.
///
/// Lengths are points. What is nil has the default of ``CartLayout``'s grid: 3 x 2 tiles of 80 x 100 in 280 x 220.
public struct LayOutGrid: Method {
    /// `layout.grid`.
    public static let name = "layout.grid"

    /// The cart's name; nil without a `catalog` is `default`.
    public var cart: String?
    /// The catalog's name; not beside a cart.
    public var catalog: String?
    /// The title of a group of the catalog; nil is all groups.
    public var group: String?
    /// The container's width.
    public var width: Double?
    /// The container's height.
    public var height: Double?
    /// Tiles in a row, at least 1.
    public var columns: Int?
    /// Rows that share the container's height, at least 1.
    public var rows: Int?
    /// A tile's width, which is also that of its icon.
    public var tileWidth: Double?
    /// A tile's height.
    public var tileHeight: Double?
    /// Pixels a point that frames are snapped to: 1, 2, 3, or 0 for none.
    public var scale: Int?
    /// Where the first column is.
    public var direction: LayoutDirection?
    /// The size of the font of the titles, above 0 and at most 10,000; nil is 17.
    public var fontSize: Double?
    /// Answers only the tiles that intersect it.
    public var visible: Rect?
    /// Gives frames relative to the origin of `visible`, snapped to the pixels; nil is false.
    ///
    /// For content that is taller than a screen's coordinates allow. Does nothing without `visible`.
    public var relative: Bool?
    /// Where the page begins: the `next` of the page before; nil is the beginning.
    public var from: Int?

    /// Creates the call.
    public init(
        cart: String? = nil,
        catalog: String? = nil,
        group: String? = nil,
        width: Double? = nil,
        height: Double? = nil,
        columns: Int? = nil,
        rows: Int? = nil,
        tileWidth: Double? = nil,
        tileHeight: Double? = nil,
        scale: Int? = nil,
        direction: LayoutDirection? = nil,
        fontSize: Double? = nil,
        visible: Rect? = nil,
        relative: Bool? = nil,
        from: Int? = nil
    ) {
        self.cart = cart
        self.catalog = catalog
        self.group = group
        self.width = width
        self.height = height
        self.columns = columns
        self.rows = rows
        self.tileWidth = tileWidth
        self.tileHeight = tileHeight
        self.scale = scale
        self.direction = direction
        self.fontSize = fontSize
        self.visible = visible
        self.relative = relative
        self.from = from
    }

    /// One page of tiles.
    public struct Answer: Codable, Hashable, Sendable {
        /// The size of the content, which may be larger than the container.
        public var size: Size
        /// Whether the content is larger than the container.
        public var overflows: Bool
        /// Whether the add button is enabled; only for a cart.
        public var canAdd: Bool?
        /// Whether the remove button is enabled; only for a cart.
        public var canRemove: Bool?
        /// The version of the cart or catalog; another one than on the page before means to begin again.
        public var version: Int64
        /// The tiles in order.
        public var items: [Tile]
        /// Where the next page begins; absent on the last.
        public var next: Int?

        /// Creates a page.
        public init(
            size: Size,
            overflows: Bool,
            canAdd: Bool? = nil,
            canRemove: Bool? = nil,
            version: Int64,
            items: [Tile],
            next: Int? = nil
        ) {
            self.size = size
            self.overflows = overflows
            self.canAdd = canAdd
            self.canRemove = canRemove
            self.version = version
            self.items = items
            self.next = next
        }
    }

    /// One tile.
    public struct Tile: Codable, Hashable, Sendable {
        /// The place in the cart, catalog or group, from 0.
        public var index: Int
        /// What the tile shows.
        public var product: Product
        /// The tile in the container, or relative to the visible part where that was asked for.
        public var frame: Rect
        /// The icon in the tile.
        public var icon: Rect
        /// The title in the tile.
        public var title: Rect
        /// What is shown of a title that is too wide for its box: its beginning and an ellipsis; absent where it fits.
        public var text: String?

        /// Creates a tile.
        public init(index: Int, product: Product, frame: Rect, icon: Rect, title: Rect, text: String? = nil) {
            self.index = index
            self.product = product
            self.frame = frame
            self.icon = icon
            self.title = title
            self.text = text
        }
    }
}

extension CartError {
    /// A layout that cannot be made, as the error that travels.
    package init(_ error: GeometryError) {
        self.init(
            .invalidGeometry,
            error.message,
            details: ["parameter": .string(error.parameter), "value": .string(error.value)]
        )
    }
}
