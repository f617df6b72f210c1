package import CartModel

extension ModelStore {
    /// The cart of that name; `default` is there without being stored, empty and at version 0.
    ///
    /// - Throws: `unknownCart`, `invalidName`.
    package func cart(named name: String) throws(CartError) -> Cart {
        if let cart = storedCart(named: name) {
            return cart
        }
        guard name != Cart.defaultName else {
            return try Cart()
        }
        try ModelLimits.check(name: name, of: "cart")
        throw CartError(
            .unknownCart,
            "there is no cart \(name); its first add makes it",
            details: ["cart": .string(name)]
        )
    }

    /// The cart of that name if anybody has changed it, or nil.
    package func storedCart(named name: String) -> Cart? {
        cartEntries[name]?.cart
    }

    /// All stored carts by name.
    package var carts: [Cart] {
        cartEntries.values.map(\.cart).sorted { $0.name < $1.name }
    }

    /// Keeps a changed cart, in memory now and on disk with ``commit()``.
    ///
    /// Names that are canonically equivalent are one name, in the spelling that was stored first.
    package func put(_ cart: Cart) {
        guard let index = cartEntries.index(forKey: cart.name) else {
            cartEntries[cart.name] = CartEntry(number: nextCartNumber, cart: cart, saved: .nothing)
            nextCartNumber += 1
            changedCarts.append(cart.name)
            return
        }
        let before = cartEntries.values[index].cart
        var cart = cart
        if !cart.name.isIdentical(to: before.name), let renamed = try? cart.named(before.name) {
            cart = renamed
        }
        if case .same = cartEntries.values[index].saved {
            cartEntries.values[index].saved = .older(before)
            changedCarts.append(before.name)
        }
        cartEntries.values[index].cart = cart
    }

    /// Writes what differs between the cart in memory and the one on disk.
    func write(_ entry: CartEntry) throws(CartError) {
        let cart = entry.cart
        var stored: [LineItem] = []
        switch entry.saved {
        case .same:
            return
        case .nothing:
            try statements.insertCart.bind(cart.name, at: 5)
            try writeRow(of: entry, with: statements.insertCart)
        case .older(let before):
            stored = before.lines
            if cart.version != before.version || cart.capacity != before.capacity
                || !cart.catalog.isIdentical(to: before.catalog)
            {
                try writeRow(of: entry, with: statements.updateCart)
            }
        }
        for (position, line) in cart.lines.enumerated() {
            if position < stored.count, line.product.isIdentical(to: stored[position].product) {
                if line.quantity != stored[position].quantity {
                    try statements.updateQuantity.bind(entry.number, at: 1)
                    try statements.updateQuantity.bind(Int64(position), at: 2)
                    try statements.updateQuantity.bind(line.quantity, at: 3)
                    try statements.updateQuantity.run()
                }
            } else {
                try write(line, at: position, of: entry.number)
            }
        }
        if cart.lines.count < stored.count {
            try statements.deleteLines.bind(entry.number, at: 1)
            try statements.deleteLines.bind(Int64(cart.lines.count), at: 2)
            try statements.deleteLines.run()
        }
    }

    private func writeRow(of entry: CartEntry, with statement: Statement) throws(CartError) {
        try statement.bind(entry.cart.catalog, at: 1)
        try statement.bind(Int64(entry.cart.capacity), at: 2)
        try statement.bind(entry.cart.version, at: 3)
        try statement.bind(entry.number, at: 4)
        try statement.run()
    }

    private func write(_ line: LineItem, at position: Int, of cart: Int64) throws(CartError) {
        try statements.putLine.bind(cart, at: 1)
        try statements.putLine.bind(Int64(position), at: 2)
        try statements.putLine.bind(line.product.id, at: 3)
        try statements.putLine.bind(line.product.name, at: 4)
        try statements.putLine.bind(line.product.icon, at: 5)
        try statements.putLine.bind(line.quantity, at: 6)
        try statements.putLine.run()
    }
}
