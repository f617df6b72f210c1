package import CartJSON
import CartModel
package import CartProtocol

/// A cart, after a command has shown or changed it.
package struct CartReport: Report {
    /// The cart and its buttons.
    package let answer: CartAnswer
    /// What was done, in a sentence; nil where nothing was.
    package var done: String?

    /// Reports a cart.
    package init(_ answer: CartAnswer, done: String? = nil) {
        self.answer = answer
        self.done = done
    }

    /// `{"cart":{...},"canAdd","canRemove"}`.
    package var json: JSON { JSON(answer) }

    /// The cart's head, its lines and what can be done next.
    package func write(to page: inout Page) {
        let cart = answer.cart
        if let done {
            page.line(page.painted(done.visible, .green))
        }
        page.line(
            "Cart \(page.painted(cart.name.visible, .bold)) · catalog \(cart.catalog.visible) · version \(cart.version) · "
                + "\(cart.lines.count) of \(cart.capacity) lines"
        )
        if !cart.lines.isEmpty {
            page.line()
            page.table(table)
            page.line()
        }
        page.hint(next)
    }

    private var table: TextTable {
        let cart = answer.cart
        var table = TextTable(columns: [
            .init(title: "Line", alignment: .trailing), .init(title: "Product"), .init(title: "Name"),
            .init(title: "Quantity", alignment: .trailing), .init(title: ""),
        ])
        table.rows = cart.lines.enumerated().map { index, line in
            var row: [TextTable.Cell] = [
                "\(index + 1)", .init(line.id), .init(line.product.name), "\(line.quantity)",
            ]
            if line.available == false {
                row.append(.init("no longer in \(cart.catalog)", .yellow))
            }
            return row
        }
        return table
    }

    /// What can be done next: the states of the screen's two buttons, in words.
    private var next: String {
        let cart = answer.cart
        let add = Self.command("add", cart: cart.name)
        let remove = Self.command("remove", cart: cart.name)
        switch (answer.canAdd, answer.canRemove) {
        case (true, false): return "It is empty: `\(add)` puts the first product in."
        case (true, true): return "`\(add)` puts the next product in, `\(remove)` takes the last line out."
        case (false, true) where cart.lines.count >= cart.capacity:
            return "It is full: `\(remove)` takes the last line out."
        case (false, true):
            return "Nothing of \(cart.catalog.visible) is left to add: `\(remove)` takes the last line out."
        case (false, false):
            return "It is empty, and there is nothing to add: see `cartctl catalog list`."
        }
    }

    /// A command line about a cart, to show to a person.
    static func command(_ word: String, cart: String) -> String {
        cart == Cart.defaultName ? "cartctl \(word)" : "cartctl \(word) --cart \(cart.visible.shellQuoted)"
    }
}
