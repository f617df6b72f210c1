import CartModel
import CartProtocol

/// Names that only the daemon knows, for a shell to complete.
struct NameSearch {
    let kind: NameKind
    /// The cart that lines are of, and that products are for.
    var cart: String?
    /// The catalog that groups and products are of.
    var catalog: String?

    /// Asks the daemon.
    ///
    /// - Returns: The names, each once, in the daemon's order. Those that would not be read as they are where they are
    ///   wanted are left out: one that begins with a dash, as an option does, and one with a control character.
    func names(from service: any CartService) throws(CartError) -> [String] {
        let all =
            switch kind {
            case .carts: try service.carts().map(\.name)
            case .catalogs: try service.call(ListCatalogs()).catalogs.map(\.name)
            case .controls: try service.controls().controls.map(\.name)
            case .groups: try service.catalog(named: catalog ?? Cart.defaultCatalog).groups.map(\.title)
            case .lines: try service.call(ShowCart(cart: cart)).cart.lines.map(\.product.id)
            case .products:
                try service.catalog(named: try catalogOfCart(service)).groups.flatMap(\.products).map(\.id)
            }
        var seen: Set<String> = []
        return all.filter { name in
            !name.isEmpty && !name.utf8.starts(with: "-".utf8)
                && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
                && seen.insert(name).inserted
        }
    }

    /// The catalog that is named, else that of the cart, else that of a new cart.
    private func catalogOfCart(_ service: any CartService) throws(CartError) -> String {
        if let catalog { return catalog }
        do {
            return try service.call(ShowCart(cart: cart)).cart.catalog
        } catch  where error.code == .unknownCart {
            return Cart.defaultCatalog
        }
    }
}
