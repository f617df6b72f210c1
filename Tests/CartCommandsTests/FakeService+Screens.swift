import CartCommands
import CartLayout
import CartModel
import CartProtocol
import TextMeasurement

/// The screens of the fake daemon: CartLayout does the work, titles are measured synthetically.
extension FakeService.State {
    private static let fontSize = 17.0

    // MARK: Grid

    func layOut(_ call: LayOutGrid) throws(CartError) -> LayOutGrid.Answer {
        let (products, cart) = try subject(of: call)
        return try geometry { () throws(GeometryError) in
            let grid = try Self.grid(call, count: products.count)
            let items =
                try call.visible.map { (visible) throws(GeometryError) in
                    try grid.window(visible, relative: call.relative ?? false)
                } ?? grid.items
            let measure = try SyntheticMeasure(size: call.fontSize ?? Self.fontSize)
            return LayOutGrid.Answer(
                size: grid.size,
                overflows: grid.overflows,
                canAdd: cart.map { answer($0).canAdd },
                canRemove: cart.map { answer($0).canRemove },
                version: 1,
                items: items.map { item in
                    LayOutGrid.Tile(
                        index: item.index,
                        product: products[item.index],
                        frame: item.frame,
                        icon: item.icon,
                        title: item.title,
                        text: Self.shortened(products[item.index].name, in: item.title, measure)
                    )
                }
            )
        }
    }

    func hit(_ call: HitGrid) throws(CartError) -> HitAnswer {
        let (products, _) = try subject(of: call.grid)
        let hit = try geometry { () throws(GeometryError) in
            try Self.grid(call.grid, count: products.count).hit(call.point)
        }
        return HitAnswer(
            hit: hit.map {
                .init(kind: .tile, index: $0.index, product: products[$0.index], part: $0.part.rawValue)
            }
        )
    }

    private func subject(of call: LayOutGrid) throws(CartError) -> (products: [Product], cart: Cart?) {
        guard let name = call.catalog else {
            let cart = try cart(call.cart)
            return (cart.lines.map(\.product), cart)
        }
        let groups = try catalog(name).groups.filter { call.group == nil || $0.title == call.group }
        return (groups.flatMap(\.products), nil)
    }

    private static func grid(_ call: LayOutGrid, count: Int) throws(GeometryError) -> Grid {
        var parameters = GridParameters()
        parameters.container.width = call.width ?? parameters.container.width
        parameters.container.height = call.height ?? parameters.container.height
        parameters.columns = call.columns ?? parameters.columns
        parameters.rows = call.rows ?? parameters.rows
        parameters.tile.width = call.tileWidth ?? parameters.tile.width
        parameters.tile.height = call.tileHeight ?? parameters.tile.height
        parameters.direction = call.direction ?? parameters.direction
        parameters.scale = try Scale(checking: call.scale ?? 0)
        return try Grid(parameters, count: count)
    }

    // MARK: List

    func layOut(_ call: LayOutList) throws(CartError) -> LayOutList.Answer {
        let catalog = try catalog(call.catalog)
        return try geometry { () throws(GeometryError) in
            let list = try Self.list(call, catalog)
            let relative = call.relative ?? false
            let window = try call.visible.map { (visible) throws(GeometryError) in
                try list.window(visible, relative: relative)
            }
            let measure = try SyntheticMeasure(size: call.fontSize ?? Self.fontSize)
            let sections = (window ?? list.content).map { part in
                let products = catalog.groups[part.index].products
                return LayOutList.Section(
                    index: part.index,
                    title: part.section.title,
                    header: part.header?.frame,
                    headerTitle: part.header?.title,
                    rowCount: products.count,
                    rows: part.rows.map { row in
                        LayOutList.Row(
                            index: row.index,
                            product: products[row.index],
                            frame: row.frame,
                            icon: row.icon,
                            title: row.title,
                            text: Self.shortened(products[row.index].name, in: row.title, measure)
                        )
                    }
                )
            }
            let index = list.sectionIndex
            let sticky = try list.stickyHeader(offset: call.offset ?? call.visible?.y ?? 0, relative: relative)
            return LayOutList.Answer(
                size: list.size,
                overflows: list.overflows,
                version: 1,
                sections: sections,
                sectionIndex: index.entries.map {
                    .init(title: $0.title, section: $0.section, frame: $0.frame, isMark: $0.isMark ? true : nil)
                },
                sectionIndexFrame: index.entries.isEmpty ? nil : index.frame,
                stickyHeader: sticky.map {
                    .init(
                        section: $0.section,
                        title: list.sections[$0.section].title,
                        frame: $0.frame,
                        headerTitle: $0.title
                    )
                }
            )
        }
    }

    func hit(_ call: HitList) throws(CartError) -> HitAnswer {
        let catalog = try catalog(call.list.catalog)
        let hit = try geometry { () throws(GeometryError) in
            try Self.list(call.list, catalog).hit(call.point, offset: call.list.offset ?? 0)
        }
        let answer: HitAnswer.Hit? =
            switch hit {
            case nil: nil
            case .header(let section): .init(kind: .header, section: section)
            case .indexEntry(let index, let section): .init(kind: .indexEntry, index: index, section: section)
            case .row(let section, let index, let part):
                .init(
                    kind: .row,
                    index: index,
                    section: section,
                    product: catalog.groups[section].products[index],
                    part: part.rawValue
                )
            }
        return HitAnswer(hit: answer)
    }

    private static func list(_ call: LayOutList, _ catalog: Catalog) throws(GeometryError) -> List {
        var parameters = ListParameters()
        parameters.container.width = call.width ?? parameters.container.width
        parameters.container.height = call.height ?? parameters.container.height
        parameters.rowHeight = call.rowHeight ?? parameters.rowHeight
        parameters.icon.width = call.iconWidth ?? parameters.icon.width
        parameters.showsIndex = call.showsIndex ?? parameters.showsIndex
        parameters.indexTitleWidth = call.indexTitleWidth ?? parameters.indexTitleWidth
        parameters.direction = call.direction ?? parameters.direction
        parameters.scale = try Scale(checking: call.scale ?? 0)
        return try List(
            parameters,
            sections: catalog.groups.map { ListSection(title: $0.title, rowCount: $0.products.count) }
        )
    }

    // MARK: Control

    func layOut(_ call: LayOutControl) throws(CartError) -> LayOutControl.Answer {
        let stored = try call.control.map { (name) throws(CartError) in try control(name) }
        let state = call.state ?? stored?.state ?? .normal
        let appearance = LayOutControl.Appearance(
            title: call.title ?? stored?.shownValue(.title, in: state),
            color: call.color ?? stored?.shownValue(.color, in: state),
            image: call.image ?? stored?.shownValue(.image, in: state)
        )
        let layout = try geometry { () throws(GeometryError) in try Self.control(call, stored, appearance) }
        return LayOutControl.Answer(
            bounds: layout.bounds,
            content: layout.content,
            image: layout.image,
            title: layout.title,
            appearance: appearance,
            state: state,
            version: stored?.version
        )
    }

    func hit(_ call: HitControl) throws(CartError) -> HitAnswer {
        let answer = try layOut(call.control)
        var parameters = ControlParameters(bounds: answer.bounds)
        parameters.image = answer.image?.size
        parameters.title = answer.title?.size
        let part = try geometry { [parameters] () throws(GeometryError) in
            try ControlLayout(parameters).hit(call.point)
        }
        return HitAnswer(hit: part.map { .init(kind: .init(rawValue: $0.rawValue)) })
    }

    private static func control(
        _ call: LayOutControl,
        _ stored: Control?,
        _ appearance: LayOutControl.Appearance
    ) throws(GeometryError) -> ControlLayout {
        let measure = try SyntheticMeasure(size: call.fontSize ?? fontSize)
        let image = appearance.image?.isEmpty == false ? call.imageSize ?? Size(width: 44, height: 44) : nil
        let title = appearance.title.flatMap { $0.isEmpty ? nil : call.titleSize ?? measure.size(of: $0) }
        let spacing = call.spacing ?? stored?.spacing ?? 2
        let gap = image != nil && title != nil ? spacing : 0
        return try ControlLayout(
            ControlParameters(
                bounds: Rect(
                    x: 0,
                    y: 0,
                    width: call.width ?? max(image?.width ?? 0, title?.width ?? 0),
                    height: call.height ?? (image?.height ?? 0) + gap + (title?.height ?? 0)
                ),
                image: image,
                title: title,
                spacing: spacing,
                horizontal: call.horizontal ?? stored.flatMap { .init(rawValue: $0.horizontal.rawValue) } ?? .center,
                vertical: call.vertical ?? stored.flatMap { .init(rawValue: $0.vertical.rawValue) } ?? .center,
                direction: call.direction ?? .leftToRight,
                scale: try Scale(checking: call.scale ?? 0)
            )
        )
    }

    // MARK: Parts

    private static func shortened(_ title: String, in box: Rect, _ measure: some LineMeasure) -> String? {
        let visible = measure.truncate(title, toWidth: box.width)
        return visible.isTruncated ? visible.text : nil
    }

    private func geometry<Result>(_ body: () throws(GeometryError) -> Result) throws(CartError) -> Result {
        do {
            return try body()
        } catch {
            throw CartError(error)
        }
    }
}
