import CartClient

/// What carts and catalogs should be, written down a second time and as simply as can be.
struct SimpleModel {
    struct Line: Hashable {
        var id: String
        var quantity: Int64
    }

    struct Cart: Hashable {
        var catalog: String
        var capacity: Int64
        var version: Int64 = 0
        var lines: [Line] = []
    }

    /// The ids of a catalog's products, and how often it was imported.
    struct Catalog: Hashable {
        var version: Int64
        var ids: [String]
    }

    var carts: [String: Cart] = [:]
    var catalogs: [String: Catalog] = [:]
    /// A name that is used again counts on.
    var versions: [String: Int64] = [:]

    /// Why something is refused: the code of the error.
    struct Refused: Error, Hashable {
        var code: CartError.Code

        init(_ code: CartError.Code) { self.code = code }
    }

    mutating func add(_ call: AddLineItem) throws(Refused) -> Cart {
        let name = call.cart ?? "default"
        var cart = carts[name] ?? Cart(catalog: call.catalog ?? "shop", capacity: call.capacity ?? 6)
        if let catalog = call.catalog, catalog != cart.catalog { throw Refused(.cartMismatch) }
        if let capacity = call.capacity, capacity != cart.capacity { throw Refused(.cartMismatch) }
        if let expected = call.expectedVersion, expected != cart.version { throw Refused(.versionConflict) }
        let quantity = call.quantity ?? 1
        let index = call.product.flatMap { id in cart.lines.firstIndex { $0.id == id } }
        let ids = catalogs[cart.catalog]?.ids
        if index == nil, ids == nil { throw Refused(.unknownCatalog) }
        if let id = call.product, index == nil, ids?.contains(id) != true { throw Refused(.unknownProduct) }
        guard (1...2_147_483_647).contains(quantity) else { throw Refused(.invalidQuantity) }
        if let index {
            guard cart.lines[index].quantity + quantity <= 2_147_483_647 else { throw Refused(.invalidQuantity) }
            cart.lines[index].quantity += quantity
        } else {
            guard cart.lines.count < cart.capacity else { throw Refused(.cartFull) }
            let free = ids?.first { id in !cart.lines.contains { $0.id == id } }
            guard let id = call.product ?? free else { throw Refused(.nothingToAdd) }
            cart.lines.append(Line(id: id, quantity: quantity))
        }
        return keep(cart, name)
    }

    mutating func remove(_ call: RemoveLineItem) throws(Refused) -> Cart {
        var cart = try existing(call.cart, call.expectedVersion)
        guard !cart.lines.isEmpty else { throw Refused(.nothingToRemove) }
        if let product = call.product {
            guard let index = cart.lines.firstIndex(where: { $0.id == product }) else { throw Refused(.unknownProduct) }
            cart.lines.remove(at: index)
        } else if let index = call.index {
            guard index >= 0, index < cart.lines.count else { throw Refused(.unknownLine) }
            cart.lines.remove(at: Int(index))
        } else {
            cart.lines.removeLast()
        }
        return keep(cart, call.cart)
    }

    mutating func set(_ call: SetLineItem) throws(Refused) -> Cart {
        var cart = try existing(call.cart, call.expectedVersion)
        if let index = cart.lines.firstIndex(where: { $0.id == call.product }) {
            guard (0...2_147_483_647).contains(call.quantity) else { throw Refused(.invalidQuantity) }
            if cart.lines[index].quantity == call.quantity { return cart }
            cart.lines[index].quantity = call.quantity
            if call.quantity == 0 { cart.lines.remove(at: index) }
            return keep(cart, call.cart)
        }
        guard let catalog = catalogs[cart.catalog] else { throw Refused(.unknownCatalog) }
        guard catalog.ids.contains(call.product) else { throw Refused(.unknownProduct) }
        if call.quantity == 0 { return cart }
        guard (1...2_147_483_647).contains(call.quantity) else { throw Refused(.invalidQuantity) }
        guard cart.lines.count < cart.capacity else { throw Refused(.cartFull) }
        cart.lines.append(Line(id: call.product, quantity: call.quantity))
        return keep(cart, call.cart)
    }

    mutating func clear(_ call: ClearCart) throws(Refused) -> Cart {
        var cart = try existing(call.cart, call.expectedVersion)
        if cart.lines.isEmpty { return cart }
        cart.lines = []
        return keep(cart, call.cart)
    }

    func show(_ call: ShowCart) throws(Refused) -> Cart {
        try existing(call.cart, nil)
    }

    mutating func importCatalog(_ name: String, ids: [String]) -> Catalog {
        versions[name, default: 0] += 1
        let catalog = Catalog(version: versions[name] ?? 0, ids: ids)
        catalogs[name] = catalog
        return catalog
    }

    mutating func removeCatalog(_ name: String) throws(Refused) -> Catalog {
        guard let catalog = catalogs.removeValue(forKey: name) else { throw Refused(.unknownCatalog) }
        return catalog
    }

    private func existing(_ name: String?, _ expected: Int64?) throws(Refused) -> Cart {
        let name = name ?? "default"
        guard let cart = carts[name] ?? (name == "default" ? Cart(catalog: "shop", capacity: 6) : nil) else {
            throw Refused(.unknownCart)
        }
        if let expected, expected != cart.version { throw Refused(.versionConflict) }
        return cart
    }

    private mutating func keep(_ cart: Cart, _ name: String?) -> Cart {
        var cart = cart
        cart.version += 1
        carts[name ?? "default"] = cart
        return cart
    }
}

extension SimpleModel {
    /// Whether an answer shows just this cart.
    func describes(_ cart: Cart, _ answer: CartAnswer) -> Bool {
        let ids = catalogs[cart.catalog]?.ids
        let free = ids?.contains { id in !cart.lines.contains { $0.id == id } } ?? false
        return answer.cart.version == cart.version && answer.cart.catalog == cart.catalog
            && Int64(answer.cart.capacity) == cart.capacity
            && answer.cart.lines.map { Line(id: $0.id, quantity: $0.quantity) } == cart.lines
            && answer.cart.lines.map { $0.available ?? true } == cart.lines.map { ids?.contains($0.id) ?? false }
            && answer.canRemove == !cart.lines.isEmpty && answer.canAdd == (cart.lines.count < cart.capacity && free)
    }
}
