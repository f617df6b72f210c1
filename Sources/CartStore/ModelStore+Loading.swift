import CartModel

extension ModelStore {
    /// Reads all carts.
    ///
    /// - Throws: `storageFailure` where a row cannot be what was written.
    func loadCarts() throws(CartError) {
        let path = database.path
        let carts = try database.prepare("SELECT number, name, catalog, capacity, version FROM carts ORDER BY number")
        let lines = try database.prepare(
            "SELECT cart, position, id, name, icon, quantity FROM lines ORDER BY cart, position"
        )
        var hasLine = try lines.step()
        while try carts.step() {
            let number = carts.integer(at: 0)
            let name = try carts.text(at: 1)
            var items: [LineItem] = []
            var ids: Set<String> = []
            while hasLine, lines.integer(at: 0) == number {
                guard lines.integer(at: 1) == items.count else {
                    throw .damaged(path, "line \(items.count) of the cart \(name) is missing")
                }
                let item = try readLine(lines, of: name)
                guard ids.insert(item.id).inserted else {
                    throw .damaged(path, "the cart \(name) has two lines of the product \(item.id)")
                }
                items.append(item)
                hasLine = try lines.step()
            }
            let cart: Cart
            do {
                cart = try Cart(
                    name: name,
                    catalog: carts.text(at: 2),
                    capacity: carts.integer(at: 3),
                    version: carts.integer(at: 4),
                    lines: items
                )
            } catch {
                throw .damaged(path, error.message)
            }
            let entry = CartEntry(number: number, cart: cart, saved: .same)
            guard cartEntries.updateValue(entry, forKey: name) == nil else {
                throw .damaged(path, "it has two carts named \(name)")
            }
            guard number > 0, number < Int64.max else {
                throw .damaged(path, "the cart \(name) has the number \(number)")
            }
            nextCartNumber = number + 1
            sortedCarts.append(entry)
        }
        guard !hasLine else {
            throw .damaged(path, "it has a line of a cart that does not exist")
        }
        sortedCarts.sort { $0.cart.name < $1.cart.name }
    }

    private func readLine(_ row: Statement, of cart: String) throws(CartError) -> LineItem {
        let product = Product(
            id: try row.text(at: 2),
            name: try row.text(at: 3),
            icon: try row.optionalText(at: 4)
        )
        do {
            return try LineItem(product: product, quantity: row.integer(at: 5))
        } catch {
            throw .damaged(database.path, "the cart \(cart) has a line of the quantity \(row.integer(at: 5))")
        }
    }

    /// Reads the catalogs' names and sizes; their products are read at their first use.
    ///
    /// - Throws: `storageFailure` where a row cannot be what was written.
    func loadCatalogNames() throws(CartError) {
        for name in BuiltInCatalog.allCases {
            catalogEntries[name.rawValue] = CatalogEntry(name: name.rawValue, content: .builtIn(name))
        }
        let path = database.path
        let forgotten = try database.integer("SELECT value FROM meta WHERE name = 'forgottenVersion'")
        guard (0..<Int64.max / 2).contains(forgotten) else {
            throw .damaged(path, "it has forgotten a catalog of the version \(forgotten)")
        }
        forgottenVersion = (forgotten, forgotten)
        let rows = try database.prepare(
            "SELECT number, name, version, group_count, product_count, removed, content FROM catalogs ORDER BY number"
        )
        while try rows.step() {
            let number = rows.integer(at: 0)
            let name = try rows.text(at: 1)
            let sizes = (groups: rows.integer(at: 3), products: rows.integer(at: 4))
            guard number > 0, number < Int64.max, (0..<Int64.max / 2).contains(rows.integer(at: 2)),
                (0...Int64(ModelLimits.products)).contains(sizes.groups),
                (0...Int64(ModelLimits.products)).contains(sizes.products), rows.integer(at: 6) >= 0
            else {
                throw .damaged(path, "the row of the catalog \(name) is out of range")
            }
            let entry = CatalogEntry(
                name: name,
                number: number,
                version: rows.integer(at: 2),
                content: rows.integer(at: 5) != 0
                    ? .removed : .stored(groups: Int(sizes.groups), products: Int(sizes.products)),
                file: rows.integer(at: 6) == 0 ? nil : rows.integer(at: 6)
            )
            if let other = catalogEntries.updateValue(entry, forKey: name), other.number != nil {
                throw .damaged(path, "it has two catalogs named \(name)")
            }
            nextCatalogNumber = number + 1
        }
    }

    /// Reads one small catalog with its products.
    ///
    /// - Throws: `storageFailure`.
    func loadCatalog(_ entry: CatalogEntry, number: Int64, groups: Int, products: Int) throws(CartError) -> Catalog {
        try statements.selectProducts.bind(number, at: 1)
        defer { statements.selectProducts.reset() }
        var all: [Product] = []
        all.reserveCapacity(products)
        while all.count <= products, try statements.selectProducts.step() {
            guard statements.selectProducts.withBytes(at: 0, { ProductChunk.unpack($0, to: &all) }) else {
                throw .damaged(database.path, "a product of the catalog \(entry.name) is not readable")
            }
        }

        try statements.selectGroups.bind(number, at: 1)
        defer { statements.selectGroups.reset() }
        var content: [ProductGroup] = []
        var rest = all[...]
        while try statements.selectGroups.step() {
            let size = statements.selectGroups.integer(at: 1)
            guard size >= 0, size <= rest.count else {
                throw .damaged(database.path, "a group of the catalog \(entry.name) has \(size) products")
            }
            // A flat catalog keeps the one array as it is.
            let part = size == all.count ? all : Array(rest.prefix(Int(size)))
            content.append(ProductGroup(title: try statements.selectGroups.text(at: 0), products: part))
            rest = rest.dropFirst(Int(size))
        }
        guard content.count == groups, all.count == products, rest.isEmpty else {
            throw .damaged(database.path, "the catalog \(entry.name) is not complete")
        }
        do {
            return try Catalog(name: entry.name, version: entry.version, groups: content)
        } catch {
            throw .damaged(database.path, error.message)
        }
    }
}
