import CartModel
import CartProtocol

/// The parameters that say what is laid out and how, and the calls that are made of them.
extension LayOutGrid {
    static let parameters = [
        Parameters.cart.declaration, Parameters.gridCatalog.declaration, Parameters.group.declaration,
        Parameters.width.declaration, Parameters.height.declaration, Parameters.columns.declaration,
        Parameters.rows.declaration, Parameters.tileWidth.declaration, Parameters.tileHeight.declaration,
        Parameters.scale.declaration, Parameters.direction.declaration, Parameters.fontSize.declaration,
        Parameters.visible.declaration,
    ]

    static let rules: [ParameterRule] = [
        .either(Parameters.cart.declaration.spelling, or: Parameters.gridCatalog.declaration.spelling),
        .needs(Parameters.group.declaration.spelling, with: Parameters.gridCatalog.declaration.spelling),
    ]

    /// The grid of a command line.
    init(_ arguments: Arguments) throws(CartError) {
        self.init(
            cart: arguments[Parameters.cart],
            catalog: arguments[Parameters.gridCatalog],
            group: arguments[Parameters.group],
            width: arguments[Parameters.width],
            height: arguments[Parameters.height],
            columns: try arguments[Parameters.columns]?.count(of: "columns"),
            rows: try arguments[Parameters.rows]?.count(of: "rows"),
            tileWidth: arguments[Parameters.tileWidth],
            tileHeight: arguments[Parameters.tileHeight],
            scale: try arguments[Parameters.scale]?.count(of: "scale"),
            direction: arguments[Parameters.direction],
            fontSize: arguments[Parameters.fontSize],
            visible: arguments[Parameters.visible],
            relative: arguments.relative
        )
    }
}

extension LayOutList {
    static let parameters = [
        Parameters.listCatalog.declaration, Parameters.listWidth.declaration, Parameters.listHeight.declaration,
        Parameters.rowHeight.declaration, Parameters.headerHeight.declaration, Parameters.margin.declaration,
        Parameters.iconWidth.declaration, Parameters.iconHeight.declaration, Parameters.iconSpacing.declaration,
        Parameters.noIndex.declaration, Parameters.indexTitles.declaration, Parameters.indexWidth.declaration,
        Parameters.indexTitleWidth.declaration, Parameters.indexPadding.declaration,
        Parameters.maximumIndexWidth.declaration, Parameters.indexEntryHeight.declaration,
        Parameters.indexFontSize.declaration, Parameters.scale.declaration, Parameters.direction.declaration,
        Parameters.fontSize.declaration, Parameters.visible.declaration, Parameters.offset.declaration,
    ]

    /// The list of a command line.
    init(_ arguments: Arguments) throws(CartError) {
        self.init(
            catalog: try arguments.required(Parameters.listCatalog),
            width: arguments[Parameters.listWidth],
            height: arguments[Parameters.listHeight],
            rowHeight: arguments[Parameters.rowHeight],
            scale: try arguments[Parameters.scale]?.count(of: "scale"),
            direction: arguments[Parameters.direction],
            visible: arguments[Parameters.visible],
            relative: arguments.relative,
            offset: arguments[Parameters.offset]
        )
        headerHeight = arguments[Parameters.headerHeight]
        margin = arguments[Parameters.margin]
        iconWidth = arguments[Parameters.iconWidth]
        iconHeight = arguments[Parameters.iconHeight]
        iconSpacing = arguments[Parameters.iconSpacing]
        fontSize = arguments[Parameters.fontSize]
        showsIndex = arguments.contains(Parameters.noIndex) ? false : nil
        let titles = arguments.all(Parameters.indexTitles)
        indexTitles = titles.isEmpty ? nil : titles
        indexWidth = arguments[Parameters.indexWidth]
        indexTitleWidth = arguments[Parameters.indexTitleWidth]
        indexPadding = arguments[Parameters.indexPadding]
        maximumIndexWidth = arguments[Parameters.maximumIndexWidth]
        indexEntryHeight = arguments[Parameters.indexEntryHeight]
        indexFontSize = arguments[Parameters.indexFontSize]
    }
}

extension LayOutControl {
    static let parameters = [
        Parameters.anyControl.declaration, Parameters.controlWidth.declaration, Parameters.controlHeight.declaration,
        Parameters.shownState.declaration, Parameters.horizontal.declaration, Parameters.vertical.declaration,
        Parameters.spacing.declaration, Parameters.title.declaration, Parameters.color.declaration,
        Parameters.image.declaration, Parameters.imageSize.declaration, Parameters.titleSize.declaration,
        Parameters.scale.declaration, Parameters.direction.declaration, Parameters.fontSize.declaration,
    ]

    /// The control of a command line.
    init(_ arguments: Arguments) throws(CartError) {
        self.init(
            control: arguments[Parameters.anyControl],
            title: arguments[Parameters.title],
            color: arguments[Parameters.color],
            image: arguments[Parameters.image],
            width: arguments[Parameters.controlWidth],
            height: arguments[Parameters.controlHeight],
            state: arguments[Parameters.shownState],
            horizontal: arguments[Parameters.horizontal],
            vertical: arguments[Parameters.vertical],
            spacing: arguments[Parameters.spacing],
            direction: arguments[Parameters.direction],
            scale: try arguments[Parameters.scale]?.count(of: "scale"),
            imageSize: arguments[Parameters.imageSize],
            titleSize: arguments[Parameters.titleSize],
            fontSize: arguments[Parameters.fontSize]
        )
    }
}

extension ParameterRule {
    /// Coordinates that count from the visible part need one.
    static let relativeNeedsVisible = ParameterRule.needs(
        Parameters.relative.declaration.spelling,
        with: Parameters.visible.declaration.spelling
    )
}

extension Arguments {
    /// Whether coordinates count from the visible part; nil where nothing is said about it.
    fileprivate var relative: Bool? { contains(Parameters.relative) ? true : nil }
}
