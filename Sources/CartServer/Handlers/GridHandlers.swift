import CartLayout
package import CartModel
package import CartProtocol
package import CartStore

extension LayOutGrid: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? {
        catalog ?? store.catalogName(ofCart: cart ?? Cart.defaultName)
    }

    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let start = from ?? 0
        guard start >= 0 else {
            throw CartError(.malformed, "a page begins at 0 or later", details: ["field": "params.from"])
        }
        let subject = try subject(in: context.store)
        let grid = try grid(of: subject)
        let window = try window(of: grid)
        let measure = try geometry { () throws(GeometryError) in
            try context.layout.measure(fontSize: fontSize ?? LayoutResources.fontSize, scale: grid.parameters.scale)
        }
        var answer = Answer(
            size: grid.size,
            overflows: grid.overflows,
            canAdd: subject.canAdd,
            canRemove: subject.canRemove,
            version: subject.version,
            items: []
        )
        answer.items.reserveCapacity(max(0, min(window.count - start, Page.count)))
        var bytes = 0
        for position in window.indices.dropFirst(start) {
            guard answer.items.count < Page.count, bytes < Page.bytes else {
                answer.next = position
                return answer
            }
            let item = window[position]
            guard let product = subject.product(item.index) else {
                break
            }
            // Three frames of four numbers and their names.
            bytes += product.encodedSize + 250
            answer.items.append(
                Tile(
                    index: item.index,
                    product: product,
                    frame: item.frame,
                    icon: item.icon,
                    title: item.title,
                    text: measure.shortened(product.name, toWidth: item.title.width)
                )
            )
        }
        return answer
    }
}

extension HitGrid: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? { grid.catalogName(in: store) }

    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let subject = try grid.subject(in: context.store)
        let laidOut = try grid.grid(of: subject)
        let origin = try grid.window(of: laidOut).origin
        let hit = try geometry { () throws(GeometryError) in try laidOut.hit(point.offset(by: origin)) }
        return Answer(
            hit: hit.map {
                Answer.Hit(
                    kind: .tile,
                    index: $0.index,
                    product: subject.product($0.index),
                    part: $0.part.rawValue
                )
            }
        )
    }
}

extension LayOutGrid {
    /// Lays out so many tiles.
    fileprivate func grid(of subject: GridSubject) throws(CartError) -> Grid {
        try geometry { () throws(GeometryError) in
            var parameters = GridParameters()
            if let width { parameters.container.width = width }
            if let height { parameters.container.height = height }
            if let columns { parameters.columns = columns }
            if let rows { parameters.rows = rows }
            if let tileWidth { parameters.tile.width = tileWidth }
            if let tileHeight { parameters.tile.height = tileHeight }
            if let direction { parameters.direction = direction }
            parameters.scale = try Scale(scale)
            return try Grid(parameters, count: subject.count)
        }
    }

    /// The tiles that are asked for, whichever page.
    fileprivate func window(of grid: Grid) throws(CartError) -> GridWindow {
        guard let visible else {
            return grid.items
        }
        return try geometry { () throws(GeometryError) in try grid.window(visible, relative: relative ?? false) }
    }
}
