package import CartJSON
package import CartModel

/// An error as the tool shows it.
package struct ErrorReport {
    private let error: CartError

    /// Shows an error.
    package init(_ error: CartError) {
        self.error = error
    }

    /// `{"error":{"code","message","details"}}`; the facts in the order of their names.
    package var json: JSON { ["error": JSON(error)] }

    /// One line: what was refused, whether it may have been done all the same, and the way out.
    package var line: String {
        [error.message, doubt, wayOut].compactMap(\.self).joined(separator: "; ").visible
    }

    private var doubt: String? {
        error.details["mayHaveBeenDone"] == true ? "the change may have been made all the same" : nil
    }

    private var wayOut: String? {
        switch error.code {
        case .cartFull: "`\(command("remove"))` makes room"
        case .nothingToRemove: "`\(command("add"))` puts something in"
        case .unknownProduct: unknownProduct
        case .unknownCatalog: "`cartctl catalog list` shows what there is, `cartctl catalog import` brings in more"
        case .unknownCart: "`cartctl carts` shows what there is, `cartctl add` makes one"
        case .unknownControl: "`cartctl control list` shows what there is"
        case .unknownGroup: "`cartctl catalog show\(name("catalog") ?? " NAME")` shows what there is"
        case .invalidCatalog: (faults ?? 0) > 1 ? "--json lists all of them; the catalog of before stays" : nil
        case .deadlineExceeded: "give it more time with --timeout SECONDS"
        default: nil
        }
    }

    private var unknownProduct: String {
        if error.details["cart"] != nil {
            return "`\(command("show"))` shows what is in it"
        }
        return "`cartctl catalog show\(name("catalog") ?? " NAME")` shows what there is"
    }

    private var faults: Int64? {
        if case .integer(let count) = error.details["faults"] { count } else { nil }
    }

    /// The name of what an error is about, as another argument.
    private func name(_ detail: String) -> String? {
        guard case .string(let name) = error.details[detail] else {
            return nil
        }
        return " " + name.shellQuoted
    }

    private func command(_ word: String) -> String {
        guard case .string(let cart) = error.details["cart"] else {
            return "cartctl \(word)"
        }
        return CartReport.command(word, cart: cart)
    }
}
