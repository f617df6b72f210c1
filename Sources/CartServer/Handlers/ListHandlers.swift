import CartLayout
package import CartModel
package import CartProtocol
package import CartStore

extension LayOutList: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? { catalog }

    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let start = from ?? Position(section: 0, row: 0)
        guard start.section >= 0, start.row >= 0 else {
            throw .negativePosition(start.section < 0 ? "section" : "row")
        }
        let scene = try ListScene(self, context)
        let measure = try geometry { () throws(GeometryError) in
            try context.layout.measure(
                fontSize: fontSize ?? LayoutResources.fontSize,
                scale: scene.list.parameters.scale
            )
        }
        var answer = Answer(
            size: scene.list.size,
            overflows: scene.list.overflows,
            version: scene.catalog.version,
            stickyHeader: try scene.stickyHeader().map { StickyHeader($0, scene.catalog) }
        )
        if from == nil, !scene.index.entries.isEmpty {
            answer.sectionIndex = scene.index.entries.map(IndexEntry.init)
            answer.sectionIndexFrame = scene.index.frame
        }
        var page = ListPage(scene: scene, measure: measure)
        answer.next = page.fill(from: start)
        answer.sections = page.sections
        return answer
    }
}

extension HitList: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? { list.catalogName(in: store) }

    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let scene = try ListScene(list, context)
        let hit = try geometry { () throws(GeometryError) in
            try scene.list.hit(point.offset(by: scene.window.origin), offset: scene.scroll ?? 0)
        }
        return Answer(hit: hit.map { Answer.Hit($0, scene.catalog) })
    }
}

/// Collects the sections and rows of one answer.
private struct ListPage {
    let scene: ListScene
    let measure: any LineMeasure
    private(set) var sections: [LayOutList.Section] = []
    private var count = 0
    private var bytes = 0

    init(scene: ListScene, measure: any LineMeasure) {
        self.scene = scene
        self.measure = measure
    }

    private var isFull: Bool { count >= Page.count || bytes >= Page.bytes }

    /// Takes what fits.
    ///
    /// - Returns: Where the next page begins; nil where nothing is left.
    mutating func fill(from start: LayOutList.Position) -> LayOutList.Position? {
        let first = max(scene.window.startIndex, start.section)
        guard first < scene.window.endIndex else {
            return nil
        }
        for index in first..<scene.window.endIndex {
            let row = index == start.section ? start.row : 0
            guard !isFull else {
                return LayOutList.Position(section: index, row: row)
            }
            if let next = take(scene.window[index], from: row) {
                return next
            }
        }
        return nil
    }

    private mutating func take(_ part: ListWindowSection, from row: Int) -> LayOutList.Position? {
        let products = scene.catalog.groups[part.index].products
        var section = LayOutList.Section(
            index: part.index,
            title: part.section.title,
            header: row == 0 ? part.header?.frame : nil,
            headerTitle: row == 0 ? part.header?.title : nil,
            rowCount: products.count
        )
        // Its frames and the names of its fields.
        bytes += section.title.utf8.count + 200
        count += 1
        var next: LayOutList.Position?
        let skipped = part.rowRange.clamped(to: 0..<row).count
        section.rows.reserveCapacity(min(part.rowRange.count - skipped, Page.count))
        for row in part.rows.dropFirst(skipped) {
            guard !isFull else {
                next = LayOutList.Position(section: part.index, row: row.index)
                break
            }
            let product = products[row.index]
            // Three frames of four numbers and their names.
            bytes += product.encodedSize + 250
            count += 1
            section.rows.append(
                LayOutList.Row(
                    index: row.index,
                    product: product,
                    frame: row.frame,
                    icon: row.icon,
                    title: row.title,
                    text: measure.shortened(product.name, toWidth: row.title.width)
                )
            )
        }
        sections.append(section)
        return next
    }
}

extension LayOutList.IndexEntry {
    fileprivate init(_ entry: SectionIndexEntry) {
        self.init(
            title: entry.title,
            section: entry.section,
            frame: entry.frame,
            isMark: entry.isMark ? true : nil
        )
    }
}

extension LayOutList.StickyHeader {
    fileprivate init(_ header: ListHeader, _ catalog: Catalog) {
        self.init(
            section: header.section,
            title: catalog.groups[header.section].title,
            frame: header.frame,
            headerTitle: header.title
        )
    }
}

extension HitAnswer.Hit {
    fileprivate init(_ hit: ListHit, _ catalog: Catalog) {
        switch hit {
        case .header(let section):
            self.init(kind: .header, section: section)
        case .row(let section, let index, let part):
            self.init(
                kind: .row,
                index: index,
                section: section,
                product: catalog.groups[section].products[index],
                part: part.rawValue
            )
        case .indexEntry(let index, let section):
            self.init(kind: .indexEntry, index: index, section: section)
        }
    }
}
