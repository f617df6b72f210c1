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

    /// All stored carts by name, which copies none of them.
    package var carts: CartList { CartList(entries: sortedCarts) }

    /// Checks that one cart more may be stored, before it is made.
    ///
    /// - Throws: `overloaded` (`details`: `limit`, `used`, `allowed`).
    package func checkRoomForCart() throws(CartError) {
        guard cartEntries.count < options.cartCount else {
            throw .overloaded(
                "carts",
                used: cartEntries.count,
                allowed: options.cartCount,
                "there are \(cartEntries.count) carts, of at most \(options.cartCount); use one of them"
            )
        }
    }

    /// Keeps a changed cart, in memory now and on disk with ``commit()``.
    ///
    /// Names that are canonically equivalent are one name, in the spelling that was stored first. For a new cart
    /// ``checkRoomForCart()`` has said that there is room.
    package func put(_ cart: Cart) {
        guard let entry = cartEntries[cart.name] else {
            let entry = CartEntry(number: nextCartNumber, cart: cart, saved: .nothing)
            cartEntries[cart.name] = entry
            nextCartNumber += 1
            sortedCarts.insert(entry, at: placeOfCart(named: cart.name))
            changedCarts.append(cart.name)
            history.append(.cart(cart))
            return
        }
        var cart = cart
        if !cart.name.isIdentical(to: entry.cart.name), let renamed = try? cart.named(entry.cart.name) {
            cart = renamed
        }
        if case .same = entry.saved {
            entry.saved = .older(entry.cart)
            changedCarts.append(cart.name)
        }
        entry.cart = cart
        history.append(.cart(cart))
    }

    /// Where a cart of that name stands, or would stand, among all: a binary search.
    func placeOfCart(named name: String) -> Int {
        var low = 0
        var high = sortedCarts.count
        while low < high {
            let middle = (low + high) / 2
            if sortedCarts[middle].cart.name < name {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Writes what differs between the cart in memory and the one on disk.
    func write(_ entry: CartEntry) throws(CartError) {
        let cart = entry.cart
        var stored: [LineItem] = []
        switch entry.saved {
        case .same:
            return
        case .nothing:
            try statements.insertCart.bind(cart.name, at: 6)
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
        try statement.bind(history.newest, at: 5)
        try statement.run()
        hasWrittenSequence = true
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
