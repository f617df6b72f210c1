extension Cart {
    /// The first product in catalog order that is not in the cart, or nil.
    package func nextProduct(in catalog: Catalog) -> Product? {
        // At most one more product than there are lines has to be looked at.
        let taken = Set(lines.lazy.map(\.id))
        for group in catalog.groups {
            for product in group.products where !taken.contains(product.id) {
                return product
            }
        }
        return nil
    }

    /// Whether the screen's add button is enabled: there is room and something to add.
    package func canAdd(from catalog: Catalog?) -> Bool {
        guard lines.count < capacity, let catalog else {
            return false
        }
        return nextProduct(in: catalog) != nil
    }

    /// Whether the screen's remove button is enabled: there is a line.
    package var canRemove: Bool { !lines.isEmpty }

    /// Adds the next product of the catalog.
    ///
    /// - Returns: The product that was added.
    /// - Throws: `invalidQuantity`, `cartFull`, `nothingToAdd`; the cart is then as it was.
    @discardableResult
    package mutating func addNext(from catalog: Catalog, quantity: Int64 = 1) throws(CartError) -> Product {
        try LineItem.check(quantity: quantity)
        try checkRoom()
        guard let product = nextProduct(in: catalog) else {
            throw CartError(
                .nothingToAdd,
                "every product of the catalog \(catalog.name) is in the cart \(name) already; name one to add more of it",
                details: ["cart": .string(name), "catalog": .string(catalog.name)]
            )
        }
        try add(product, quantity: quantity)
        return product
    }

    /// Adds some of a product: to its line where it has one, else in a new line at the end.
    ///
    /// - Throws: `invalidQuantity` (also for the sum), `cartFull`; the cart is then as it was.
    package mutating func add(_ product: Product, quantity: Int64 = 1) throws(CartError) {
        try LineItem.check(quantity: quantity)
        if let index = index(of: product.id) {
            // Both are at most Int32.max, so the sum is exact.
            let sum = lines[index].quantity + quantity
            try LineItem.check(quantity: sum)
            lines[index].quantity = sum
        } else {
            try checkRoom()
            lines.append(try LineItem(product: product, quantity: quantity))
        }
        version += 1
    }

    /// Makes the quantity of a product what is given: 0 removes its line, more makes one where there is none.
    ///
    /// - Returns: Whether anything changed.
    /// - Throws: `invalidQuantity`, `cartFull`; the cart is then as it was.
    @discardableResult
    package mutating func setQuantity(_ quantity: Int64, of product: Product) throws(CartError) -> Bool {
        guard quantity != 0 else {
            guard let index = index(of: product.id) else {
                return false
            }
            lines.remove(at: index)
            version += 1
            return true
        }
        guard let index = index(of: product.id) else {
            try add(product, quantity: quantity)
            return true
        }
        try LineItem.check(quantity: quantity)
        guard lines[index].quantity != quantity else {
            return false
        }
        lines[index].quantity = quantity
        version += 1
        return true
    }

    /// Removes the last line.
    ///
    /// - Throws: `nothingToRemove`.
    package mutating func removeLast() throws(CartError) {
        guard !lines.isEmpty else {
            throw CartError(
                .nothingToRemove,
                "the cart \(name) has no line to remove",
                details: ["cart": .string(name)]
            )
        }
        lines.removeLast()
        version += 1
    }

    /// Removes the line of a product, whatever its quantity.
    ///
    /// - Throws: `nothingToRemove` for an empty cart, `unknownProduct` where the product has no line.
    package mutating func remove(_ id: Product.ID) throws(CartError) {
        guard let index = index(of: id) else {
            guard !lines.isEmpty else {
                return try removeLast()
            }
            throw CartError(
                .unknownProduct,
                "the product \(id.excerpt(bytes: ModelLimits.productIDBytes)) is not in the cart \(name)",
                details: [
                    "cart": .string(name), "product": .string(id.excerpt(bytes: ModelLimits.productIDBytes)),
                ]
            )
        }
        lines.remove(at: index)
        version += 1
    }

    /// Removes the line at an index, counted from 0.
    ///
    /// - Throws: `nothingToRemove` for an empty cart, `unknownLine` outside of it.
    package mutating func removeLine(at index: Int64) throws(CartError) {
        guard !lines.isEmpty else {
            return try removeLast()
        }
        guard index >= 0, index < lines.count else {
            throw CartError(
                .unknownLine,
                "the cart \(name) has \(lines.count) lines; there is none at index \(index)",
                details: ["cart": .string(name), "index": .integer(index), "lines": .integer(Int64(lines.count))]
            )
        }
        lines.remove(at: Int(index))
        version += 1
    }

    /// Removes every line.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package mutating func clear() -> Bool {
        guard !lines.isEmpty else {
            return false
        }
        lines.removeAll()
        version += 1
        return true
    }

    /// The index of a product's line, or nil.
    package func index(of id: Product.ID) -> Int? {
        lines.firstIndex { $0.id == id }
    }

    /// Checks that the caller has seen the newest version.
    ///
    /// - Throws: `versionConflict` with the current version.
    package func check(expectedVersion: Int64?) throws(CartError) {
        guard let expectedVersion, expectedVersion != version else {
            return
        }
        throw CartError(
            .versionConflict,
            "the cart \(name) is at version \(version), not \(expectedVersion); show it and try again",
            details: [
                "cart": .string(name), "currentVersion": .integer(version),
                "expectedVersion": .integer(expectedVersion),
            ]
        )
    }

    private func checkRoom() throws(CartError) {
        guard lines.count < capacity else {
            throw CartError(
                .cartFull,
                "the cart \(name) is full: \(lines.count) of \(capacity) lines",
                details: ["cart": .string(name), "capacity": .integer(Int64(capacity))]
            )
        }
    }
}
