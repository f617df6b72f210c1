package import CartJSON
package import CartProtocol

/// All carts.
package struct CartListReport: Report {
    /// By name.
    package let carts: [ListCarts.CartSummary]

    /// `{"carts":[{"name","catalog","version","capacity","lines"}]}`, where `lines` is their number.
    package var json: JSON { JSON(carts: carts) }

    /// A table.
    package func write(to page: inout Page) {
        guard !carts.isEmpty else {
            page.hint("There is no cart yet: `cartctl add` makes the first.")
            return
        }
        var table = TextTable(columns: [
            .init(title: "Cart"), .init(title: "Catalog"), .init(title: "Version", alignment: .trailing),
            .init(title: "Lines", alignment: .trailing),
        ])
        table.rows = carts.map { cart in
            [.init(cart.name, .bold), .init(cart.catalog), "\(cart.version)", "\(cart.lines) of \(cart.capacity)"]
        }
        page.table(table)
    }
}
