import CartModel
import CartStore

/// How what is on the event loop gets at a catalog: a large one is read elsewhere before, or not at all.
extension ModelStore {
    /// The catalog of that name, which costs no time.
    ///
    /// - Throws: `unknownCatalog`, `invalidName`; `storageFailure` where it could not be read; `overloaded` where it has
    ///   yet to be read, which is for ``ServedMethod/catalogName(in:)`` to prevent.
    func catalogInMemory(named name: String) throws(CartError) -> Catalog {
        try checkIsInMemory(name)
        return try catalog(named: name)
    }

    /// The catalog that a cart is filled from, or nil where it is gone or could not be read.
    ///
    /// - Throws: `overloaded`, as ``catalogInMemory(named:)``.
    func catalogInMemory(of cart: Cart) throws(CartError) -> Catalog? {
        try checkIsInMemory(cart.catalog)
        return try? catalog(named: cart.catalog)
    }

    /// The name of the catalog that a cart is filled from, also where nobody has changed the cart yet; nil where there is
    /// no such cart.
    func catalogName(ofCart name: String) -> String? {
        storedCart(named: name)?.catalog ?? (name == Cart.defaultName ? Cart.defaultCatalog : nil)
    }

    private func checkIsInMemory(_ name: String) throws(CartError) {
        guard load(ofCatalog: name) == nil else {
            throw CartError(
                .overloaded,
                "the catalog \(name) has yet to be read; try again",
                details: ["catalog": .string(name)]
            )
        }
    }
}
