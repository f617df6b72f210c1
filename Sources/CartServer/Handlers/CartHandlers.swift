package import CartModel
package import CartProtocol
package import CartStore

extension AddLineItem: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? {
        store.storedCart(named: cart ?? Cart.defaultName)?.catalog ?? catalog ?? Cart.defaultCatalog
    }

    package func serve(_ context: ServingContext) throws(CartError) -> CartAnswer {
        let store = context.store
        let name = cart ?? Cart.defaultName
        var cart: Cart
        var isNew = false
        if let stored = store.storedCart(named: name) {
            try checkMatch(stored)
            cart = stored
        } else {
            cart = try Cart(
                name: name,
                catalog: self.catalog ?? Cart.defaultCatalog,
                capacity: capacity ?? Cart.defaultCapacity
            )
            try store.checkRoomForCart()
            isNew = true
        }
        try cart.check(expectedVersion: expectedVersion)
        if let product, let index = cart.index(of: product) {
            // A line goes on by itself, also where its catalog is gone.
            let shown = try store.catalog(of: cart)
            try cart.add(cart.lines[index].product, quantity: quantity ?? 1)
            store.put(cart)
            return CartAnswer(cart, catalog: shown)
        }
        let catalog = try store.catalog(named: cart.catalog)
        if let product {
            try cart.add(try catalog.product(id: product), quantity: quantity ?? 1)
        } else {
            try cart.addNext(from: catalog, quantity: quantity ?? 1)
        }
        if isNew {
            context.notes.add(
                "the cart \(cart.name) was made, filled from the catalog \(catalog.name)",
                [(.cart, cart.name), (.catalog, catalog.name), (.method, Self.name)] + context.caller.fields
            )
        }
        store.put(cart)
        return CartAnswer(cart, catalog: catalog)
    }

    private func checkMatch(_ cart: Cart) throws(CartError) {
        if let catalog, catalog != cart.catalog {
            throw CartError(
                .cartMismatch,
                "the cart \(cart.name) is filled from the catalog \(cart.catalog), not \(catalog.excerpt())",
                details: ["cart": .string(cart.name), "catalog": .string(cart.catalog)]
            )
        }
        if let capacity, capacity != Int64(cart.capacity) {
            throw CartError(
                .cartMismatch,
                "the cart \(cart.name) has the capacity \(cart.capacity), not \(capacity)",
                details: ["cart": .string(cart.name), "capacity": .integer(Int64(cart.capacity))]
            )
        }
    }
}

extension RemoveLineItem: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? {
        store.catalogName(ofCart: cart ?? Cart.defaultName)
    }

    package func serve(_ context: ServingContext) throws(CartError) -> CartAnswer {
        guard product == nil || index == nil else {
            throw CartError(
                .malformed,
                "either a product or an index names the line, not both",
                details: ["field": "params.index"]
            )
        }
        return try context.changeCart(named: cart, expectedVersion: expectedVersion) { cart throws(CartError) in
            if let product {
                try cart.remove(product)
            } else if let index {
                try cart.removeLine(at: index)
            } else {
                try cart.removeLast()
            }
        }
    }
}

extension SetLineItem: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? {
        store.catalogName(ofCart: cart ?? Cart.defaultName)
    }

    package func serve(_ context: ServingContext) throws(CartError) -> CartAnswer {
        try context.changeCart(named: cart, expectedVersion: expectedVersion) { cart throws(CartError) in
            if let index = cart.index(of: product) {
                try cart.setQuantity(quantity, of: cart.lines[index].product)
            } else {
                let catalog = try context.store.catalog(named: cart.catalog)
                try cart.setQuantity(quantity, of: try catalog.product(id: product))
            }
        }
    }
}

extension ClearCart: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? {
        store.catalogName(ofCart: cart ?? Cart.defaultName)
    }

    package func serve(_ context: ServingContext) throws(CartError) -> CartAnswer {
        try context.changeCart(named: cart, expectedVersion: expectedVersion) { $0.clear() }
    }
}

extension ShowCart: ServedMethod {
    package func catalogName(in store: ModelStore) -> String? {
        store.catalogName(ofCart: cart ?? Cart.defaultName)
    }

    package func serve(_ context: ServingContext) throws(CartError) -> CartAnswer {
        let cart = try context.store.cart(named: cart ?? Cart.defaultName)
        return CartAnswer(cart, catalog: try context.store.catalog(of: cart))
    }
}

extension ListCarts: ServedMethod {
    package func serve(_ context: ServingContext) -> Answer {
        let carts = context.store.carts
        let page = carts[(after.map { carts.firstIndex(after: $0) } ?? 0)...].prefix(Page.count)
        return Answer(
            carts: page.map { CartSummary($0) },
            next: page.endIndex < carts.endIndex ? page.last?.name : nil
        )
    }
}

extension ListCarts.CartSummary {
    /// A cart without its lines.
    init(_ cart: Cart) {
        self.init(
            name: cart.name,
            catalog: cart.catalog,
            version: cart.version,
            capacity: cart.capacity,
            lines: cart.lines.count
        )
    }
}

extension ServingContext {
    /// Changes a cart that exists, and stores it only where something changed.
    fileprivate func changeCart(
        named name: String?,
        expectedVersion: Int64?,
        _ change: (inout Cart) throws(CartError) -> Void
    ) throws(CartError) -> CartAnswer {
        var cart = try store.cart(named: name ?? Cart.defaultName)
        try cart.check(expectedVersion: expectedVersion)
        let catalog = try store.catalog(of: cart)
        let version = cart.version
        try change(&cart)
        if cart.version != version {
            store.put(cart)
        }
        return CartAnswer(cart, catalog: catalog)
    }
}

extension Catalog {
    /// The product with that id.
    fileprivate func product(id: String) throws(CartError) -> Product {
        if let product = self[id] {
            return product
        }
        let shown = id.excerpt(bytes: ModelLimits.productIDBytes)
        throw CartError(
            .unknownProduct,
            "the catalog \(name) has no product \(shown)",
            details: ["catalog": .string(name), "product": .string(shown)]
        )
    }
}
