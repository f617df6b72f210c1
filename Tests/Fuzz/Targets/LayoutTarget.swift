import CartLayout

/// Every layout of any parameters is refused or finite; windows show what meets them, and what is hit lies there.
func exerciseLayout(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    do {
        switch reader.byte() % 3 {
        case 0: try exerciseGrid(&reader)
        case 1: try exerciseList(&reader)
        default: try exerciseControl(&reader)
        }
    } catch let error as GeometryError {
        try require(!error.parameter.isEmpty, "a refusal names no parameter")
    }
}

extension InputReader {
    fileprivate mutating func size() -> Size { Size(width: number(), height: number()) }
    fileprivate mutating func point() -> Point { Point(x: number(), y: number()) }
    fileprivate mutating func rect() -> Rect { Rect(origin: point(), size: size()) }
    fileprivate mutating func scale() -> Scale { element(Scale.allCases, or: .none) }
    fileprivate mutating func direction() -> LayoutDirection { element([.rightToLeft], or: .leftToRight) }
}

private func requireFinite(_ rect: Rect, _ what: String) throws(Finding) {
    let numbers = [rect.x, rect.y, rect.width, rect.height]
    try require(numbers.allSatisfy(\.isFinite) && rect.width >= 0 && rect.height >= 0, "\(what) is at \(rect)")
}

/// More frames than this are not looked at one by one.
private let manyFrames = 400

private func exerciseGrid(_ reader: inout InputReader) throws {
    let grid = try Grid(
        GridParameters(
            container: reader.size(),
            columns: reader.count(),
            rows: reader.count(),
            tile: reader.size(),
            scale: reader.scale(),
            direction: reader.direction()
        ),
        count: reader.count()
    )
    try requireFinite(Rect(origin: .zero, size: grid.size), "a grid")
    let visible = reader.rect()
    let window = try grid.window(visible)
    for item in window.prefix(manyFrames) {
        try requireFinite(item.frame, "an item")
        try requireFinite(item.icon, "an icon")
        try requireFinite(item.title, "a title")
        try require(item.frame.intersects(visible), "an item is shown that is not visible")
        try require(grid.item(at: item.index) == item, "an item is another in a window")
    }
    if grid.count <= manyFrames {
        let wanted = (0..<grid.count).compactMap(grid.item(at:)).filter { $0.frame.intersects(visible) }
        try require(Array(window) == wanted, "a window of \(window.count) items should have \(wanted.count)")
    }
    for point in [reader.point(), window.first?.frame.center ?? .zero] {
        guard let hit = try grid.hit(point) else { continue }
        try require(grid.item(at: hit.index)?.frame.contains(point) == true, "an item was hit beside its frame")
    }
}

private func exerciseList(_ reader: inout InputReader) throws {
    var parameters = ListParameters()
    parameters.container = reader.size()
    parameters.rowHeight = reader.number()
    parameters.headerHeight = reader.number()
    parameters.margin = reader.number()
    parameters.icon = reader.size()
    parameters.iconSpacing = reader.number()
    parameters.showsIndex = reader.byte() & 1 == 0
    parameters.indexWidth = reader.number()
    parameters.indexTitleWidth = reader.number()
    parameters.indexPadding = reader.number()
    parameters.maximumIndexWidth = reader.number()
    parameters.indexEntryHeight = reader.number()
    parameters.scale = reader.scale()
    parameters.direction = reader.direction()
    let visible = reader.rect()
    let point = reader.point()
    let offset = reader.number()
    var sections: [ListSection] = []
    while !reader.isAtEnd, sections.count < 40 {
        sections.append(ListSection(title: reader.text(8), rowCount: reader.count()))
    }
    let list = try List(parameters, sections: sections)
    try requireFinite(Rect(origin: .zero, size: list.size), "a list")

    let window = try list.window(visible)
    let shown = window.lazy.flatMap(\.rows).prefix(manyFrames)
    for row in shown {
        try requireFinite(row.frame, "a row")
        try requireFinite(row.icon, "an icon")
        try requireFinite(row.title, "a title")
        try require(row.frame.intersects(visible), "a row is shown that is not visible")
        try require(list.row(ordinal: row.ordinal) == row, "a row is another in a window")
    }
    if list.rowCount <= manyFrames {
        let wanted = (0..<list.rowCount).compactMap(list.row(ordinal:)).filter { $0.frame.intersects(visible) }
        try require(Array(shown) == wanted, "a window of \(window.rowCount) rows should have \(wanted.count)")
    }
    for entry in list.sectionIndex.entries.prefix(manyFrames) {
        try requireFinite(entry.frame, "an entry of the index")
        try require(sections.indices.contains(entry.section), "an entry of the index selects section \(entry.section)")
    }
    if let header = try list.stickyHeader(offset: offset) { try requireFinite(header.frame, "a header") }
    switch try list.hit(point, offset: offset) {
    case .row(let section, let index, _)?:
        try require(list.row(index, inSection: section) != nil, "a row was hit that is not there")
    case .header(let section)?, .indexEntry(_, let section)?:
        try require(sections.indices.contains(section), "section \(section) was hit, which is not there")
    case nil: break
    }
}

private func exerciseControl(_ reader: inout InputReader) throws {
    var parameters = ControlParameters(bounds: reader.rect())
    let parts = reader.byte()
    parameters.image = parts & 1 == 0 ? reader.size() : nil
    parameters.title = parts & 2 == 0 ? reader.size() : nil
    parameters.spacing = reader.number()
    parameters.horizontal = reader.element([.left, .right, .fill, .leading, .trailing], or: .center)
    parameters.vertical = reader.element([.top, .bottom, .fill], or: .center)
    parameters.direction = reader.direction()
    parameters.scale = reader.scale()
    let control = try ControlLayout(parameters)
    try requireFinite(control.bounds, "a control")
    try requireFinite(control.content, "the content")
    try control.image.map { try requireFinite($0, "an image") }
    try control.title.map { try requireFinite($0, "a title") }
    for point in [reader.point(), control.bounds.center] {
        guard let hit = try control.hit(point) else { continue }
        try require(control.bounds.contains(point), "\(hit) was hit outside of the bounds")
    }
}
