package import CartModel

extension CartError {
    /// The `overloaded` of a limit of the daemon.
    ///
    /// - Parameters:
    ///   - limit: What is limited: `carts`, `controls`, `catalogs`, `products`, `answers`, `answerBytes`, `imports`,
    ///     `streams` and so on.
    ///   - used: How much of it is in use.
    ///   - allowed: How much may be.
    ///   - message: Both in words, with the way out.
    package static func overloaded(_ limit: String, used: Int, allowed: Int, _ message: String) -> CartError {
        CartError(
            .overloaded,
            message,
            details: [
                "limit": .string(limit), "used": .integer(Int64(used)), "allowed": .integer(Int64(allowed)),
            ]
        )
    }
}
