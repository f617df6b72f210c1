import CartLayout
import CartModel
import CartProtocol
import CartStore

/// A list with what it shows, and the part of it that is asked for.
struct ListScene {
    let catalog: Catalog
    let list: List
    let index: SectionIndex
    let window: ListWindow
    /// How far the content is scrolled down; nil where nobody said.
    let scroll: Double?

    /// Lays out a list, or takes the one of the last time.
    init(_ call: LayOutList, _ context: ServingContext) throws(CartError) {
        guard (call.indexTitles?.count ?? 0) <= LayOutList.indexTitleLimit else {
            throw CartError(
                .malformed,
                "the section index has \(call.indexTitles?.count ?? 0) titles; at most \(LayOutList.indexTitleLimit) are allowed",
                details: ["field": "params.indexTitles"]
            )
        }
        let catalog = try context.store.catalog(named: call.catalog)
        let key = ListCache.Key(
            catalog: catalog.name,
            parameters: try geometry(call.parameters),
            indexTitles: call.indexTitles,
            indexFontSize: call.indexTitleWidth == nil ? call.indexFontSize ?? LayoutResources.indexFontSize : nil
        )
        let entry = try context.layout.lists.entry(for: key, generation: context.store.catalogGeneration) {
            () throws(CartError) in
            try geometry { () throws(GeometryError) in try Self.make(key, catalog, context.layout) }
        }
        self.catalog = catalog
        list = entry.list
        index = entry.index
        let window = try geometry { () throws(GeometryError) in
            try call.visible.map { visible throws(GeometryError) in
                try entry.list.window(visible, relative: call.relative ?? false)
            } ?? entry.list.content
        }
        self.window = window
        // What is relative to a snapped origin is scrolled by it.
        scroll = call.offset ?? call.visible.map { call.relative == true ? window.origin.y : $0.y }
    }

    /// The header at the top of the screen, in the coordinates of the window.
    func stickyHeader() throws(CartError) -> ListHeader? {
        guard let scroll else {
            return nil
        }
        var header = try geometry { () throws(GeometryError) in try list.stickyHeader(offset: scroll) }
        if let frame = header?.frame {
            header?.frame = frame.relative(to: window.origin)
        }
        return header
    }

    private static func make(
        _ key: ListCache.Key,
        _ catalog: Catalog,
        _ resources: LayoutResources
    ) throws(GeometryError) -> ListCache.Entry {
        try checkIndex(key, catalog)
        let list = try List(
            key.parameters,
            sections: catalog.groups.lazy.map { ListSection(title: $0.title, rowCount: $0.products.count) },
            indexTitles: key.indexTitles,
            measure: try indexMeasure(key, resources)
        )
        return ListCache.Entry(list: list, index: list.sectionIndex)
    }

    /// What the titles of the section index are measured with; nil where nobody asks.
    private static func indexMeasure(
        _ key: ListCache.Key,
        _ resources: LayoutResources
    ) throws(GeometryError) -> (any LineMeasure)? {
        guard let size = key.indexFontSize else {
            return nil
        }
        do throws(GeometryError) {
            return try resources.measure(fontSize: size, scale: key.parameters.scale)
        } catch {
            throw GeometryError(parameter: "indexFontSize", value: error.value, requirement: error.requirement)
        }
    }

    /// Refuses a section index that would fill an answer all by itself.
    private static func checkIndex(_ key: ListCache.Key, _ catalog: Catalog) throws(GeometryError) {
        let parameters = key.parameters
        let limit = LayOutList.indexTitleLimit
        guard key.indexTitles == nil, parameters.showsIndex, catalog.groups.count > limit,
            parameters.indexEntryHeight > 0, parameters.container.height / parameters.indexEntryHeight > Double(limit)
        else {
            return
        }
        throw GeometryError(
            parameter: "indexEntryHeight",
            value: "\(parameters.indexEntryHeight)",
            requirement: "must leave room for at most \(limit) entries in the height of \(parameters.container.height)"
        )
    }
}

extension LayOutList {
    /// The metrics of the call over the defaults.
    fileprivate func parameters() throws(GeometryError) -> ListParameters {
        var parameters = ListParameters()
        if let width { parameters.container.width = width }
        if let height { parameters.container.height = height }
        if let rowHeight { parameters.rowHeight = rowHeight }
        if let headerHeight { parameters.headerHeight = headerHeight }
        if let margin { parameters.margin = margin }
        if let iconWidth { parameters.icon.width = iconWidth }
        if let iconHeight { parameters.icon.height = iconHeight }
        if let iconSpacing { parameters.iconSpacing = iconSpacing }
        if let showsIndex { parameters.showsIndex = showsIndex }
        if let indexWidth { parameters.indexWidth = indexWidth }
        if let indexTitleWidth { parameters.indexTitleWidth = indexTitleWidth }
        if let indexPadding { parameters.indexPadding = indexPadding }
        if let maximumIndexWidth { parameters.maximumIndexWidth = maximumIndexWidth }
        if let indexEntryHeight { parameters.indexEntryHeight = indexEntryHeight }
        if let direction { parameters.direction = direction }
        parameters.scale = try Scale(scale)
        return parameters
    }
}
