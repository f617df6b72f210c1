import CartLayout
package import CartModel
package import CartProtocol
import CartStore

extension LayOutGrid: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let subject = try subject(in: context.store)
        do {
            let grid = try Grid(try parameters(), count: subject.count)
            let window = try visible.map { visible throws(GeometryError) in try grid.window(visible) } ?? grid.items
            return try answer(grid, window, subject)
        } catch let error as GeometryError {
            throw CartError(error)
        } catch let error as CartError {
            throw error
        } catch {
            throw CartError(.invalidGeometry, "the grid cannot be laid out: \(error)")
        }
    }

    private func answer(_ grid: Grid, _ window: GridWindow, _ subject: Subject) throws(CartError) -> Answer {
        let start = from ?? 0
        guard start >= 0 else {
            throw CartError(.malformed, "a page begins at 0 or later", details: ["field": "params.from"])
        }
        var answer = Answer(
            size: grid.size,
            overflows: grid.overflows,
            canAdd: subject.canAdd,
            canRemove: subject.canRemove,
            version: subject.version,
            items: []
        )
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
                Tile(index: item.index, product: product, frame: item.frame, icon: item.icon, title: item.title)
            )
        }
        return answer
    }

    /// What is laid out: so many products, by index.
    private struct Subject {
        var count: Int
        var version: Int64
        var canAdd: Bool?
        var canRemove: Bool?
        var product: (Int) -> Product?
    }

    private func subject(in store: ModelStore) throws(CartError) -> Subject {
        guard let name = catalog else {
            return try cartSubject(in: store)
        }
        guard cart == nil else {
            throw CartError(
                .malformed,
                "either a cart or a catalog is laid out, not both",
                details: ["field": "params.catalog"]
            )
        }
        let catalog = try store.catalog(named: name)
        guard let group else {
            return Subject(count: catalog.count, version: catalog.version) { catalog.product(at: $0) }
        }
        guard let found = catalog.groups.first(where: { $0.title == group }) else {
            throw CartError(
                .unknownGroup,
                "the catalog \(catalog.name) has no group \(group.excerpt())",
                details: ["catalog": .string(catalog.name)]
            )
        }
        return Subject(count: found.products.count, version: catalog.version) { index in
            found.products.indices.contains(index) ? found.products[index] : nil
        }
    }

    private func cartSubject(in store: ModelStore) throws(CartError) -> Subject {
        guard group == nil else {
            throw CartError(.malformed, "a group belongs to a catalog", details: ["field": "params.group"])
        }
        let cart = try store.cart(named: cart ?? Cart.defaultName)
        let catalog = try? store.catalog(named: cart.catalog)
        return Subject(
            count: cart.lines.count,
            version: cart.version,
            canAdd: cart.canAdd(from: catalog),
            canRemove: cart.canRemove
        ) { index in
            cart.lines.indices.contains(index) ? cart.lines[index].product : nil
        }
    }

    private func parameters() throws(GeometryError) -> GridParameters {
        var parameters = GridParameters()
        if let width { parameters.container.width = width }
        if let height { parameters.container.height = height }
        if let columns { parameters.columns = columns }
        if let rows { parameters.rows = rows }
        if let tileWidth { parameters.tile.width = tileWidth }
        if let tileHeight { parameters.tile.height = tileHeight }
        if let scale { parameters.scale = try Scale(checking: scale) }
        if let direction { parameters.direction = direction }
        return parameters
    }
}
