import CartModel
import CartStore

/// How what is on the event loop gets at the catalog of a cart: a large one is read elsewhere before, or not at all.
extension ModelStore {
    /// The catalog that a cart is filled from, or nil where it is gone or could not be read.
    ///
    /// - Throws: `overloaded` where it has yet to be read, which is for ``ServedMethod/catalogName(in:)`` to prevent.
    func catalog(of cart: Cart) throws(CartError) -> Catalog? {
        do {
            return try catalog(named: cart.catalog)
        } catch {
            guard error.code != .overloaded else {
                throw error
            }
            return nil
        }
    }

    /// The name of the catalog that a cart is filled from, also where nobody has changed the cart yet; nil where there is
    /// no such cart.
    func catalogName(ofCart name: String) -> String? {
        storedCart(named: name)?.catalog ?? (name == Cart.defaultName ? Cart.defaultCatalog : nil)
    }
}
