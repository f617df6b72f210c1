extension Mutation {
    /// Words of the protocol: methods, members, and values that mean something.
    static let words = [
        "cancel", "cart.add", "cart.clear", "cart.list", "cart.remove", "cart.set", "cart.show", "cart.watch",
        "cart.watchAll", "catalog.import", "catalog.list", "catalog.remove", "catalog.show", "catalog.watch",
        "control.change", "control.clear", "control.list", "control.poll", "control.remove", "control.send",
        "control.set", "control.show", "control.watch", "hello", "hit.control", "hit.grid", "hit.list",
        "layout.control", "layout.grid", "layout.list", "status", "after", "appearance", "available", "bounds",
        "canAdd", "canRemove", "cancelled", "capacity", "cart", "carts", "catalog", "catalogs", "clear", "code",
        "color", "columns", "commits", "connectionLimit", "connections", "container", "content", "control",
        "controls", "details", "direction", "event", "events", "expectedVersion", "file", "fingerprint", "fontSize",
        "frame", "frameLimit", "from", "grid", "group", "groups", "header", "headerHeight", "headerTitle", "height",
        "hit", "horizontal", "icon", "iconHeight", "iconSpacing", "iconWidth", "id", "idempotencyKey", "image",
        "imageSize", "index", "indexEntryHeight", "indexFontSize", "indexPadding", "indexTitleWidth", "indexTitles",
        "indexWidth", "isEmpty", "isInsideFrame", "isMark", "isMutation", "items", "kind", "lines", "list", "margin",
        "max", "maximumIndexWidth", "message", "min", "more", "name", "newest", "next", "offset", "overflows",
        "params", "part", "pid", "point", "product", "products", "protocolVersion", "protocolVersions", "quantity",
        "relative", "request", "requests", "resync", "row", "rowCount", "rowHeight", "rows", "scale", "section",
        "sectionIndex", "sectionIndexFrame", "sections", "sequence", "set", "showsIndex", "size", "software",
        "spacing", "state", "stateDirectory", "stickyHeader", "store", "text", "tile", "tileHeight", "tileWidth",
        "timeout", "title", "titleSize", "uid", "uptimeMilliseconds", "values", "version", "vertical", "visible",
        "width", "x", "y", "default", "shop", "cars", "qianbao", "danjianbao", "pay", "selected", "highlighted",
        "disabled", "normal", "touchUpInside", "rightToLeft", "leftToRight", "center", "fill", "leading",
    ]
}
