/// One line of a cart: a product as it was when it was added, and how many of it.
package struct LineItem: Hashable, Sendable, Identifiable {
    /// The product as it was when the line was made; a later import of the catalog does not change it.
    package let product: Product
    /// How many: 1 to 2,147,483,647.
    package internal(set) var quantity: Int64

    /// A cart has one line a product, so the product's id names the line.
    package var id: Product.ID { product.id }

    /// Creates a line.
    ///
    /// - Throws: `invalidQuantity`.
    package init(product: Product, quantity: Int64) throws(CartError) {
        try Self.check(quantity: quantity)
        self.product = product
        self.quantity = quantity
    }

    /// Checks a quantity.
    ///
    /// - Throws: `invalidQuantity`.
    static func check(quantity: Int64) throws(CartError) {
        guard ModelLimits.quantities.contains(quantity) else {
            throw .invalidQuantity(quantity)
        }
    }
}

extension CartError {
    /// The refusal of a quantity; the text is shown as it was given.
    package static func invalidQuantity(_ quantity: some CustomStringConvertible) -> CartError {
        CartError(
            .invalidQuantity,
            "the quantity \(quantity) is not between \(ModelLimits.quantities.lowerBound) and "
                + "\(ModelLimits.quantities.upperBound)",
            details: ["quantity": .string(quantity.description)]
        )
    }
}
