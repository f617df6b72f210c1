/// What only a daemon knows the names of.
package enum NameKind: String, CaseIterable, ArgumentValue {
    /// All carts.
    case carts
    /// All catalogs.
    case catalogs
    /// All controls.
    case controls
    /// The titles of a catalog's groups.
    case groups
    /// The ids of the products in a cart.
    case lines
    /// The ids of the products that a cart can be filled with.
    case products
}
