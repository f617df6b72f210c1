import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `remove [PRODUCT | --line N]`.
    static let remove = CommandDeclaration(
        path: ["remove"],
        section: .carts,
        summary: "take a line out of a cart, whatever its quantity",
        parameters: [
            Parameters.productToRemove.declaration, Parameters.line.declaration, Parameters.cart.declaration,
        ],
        rules: [.either(Parameters.productToRemove.declaration.spelling, or: Parameters.line.declaration.spelling)],
        examples: ["cartctl remove", "cartctl remove qianbao", "cartctl remove --line 1"],
        run: { (arguments, session) throws(CartError) in
            let product = arguments[Parameters.productToRemove]
            guard let line = arguments[Parameters.line] else {
                let call = RemoveLineItem(cart: arguments[Parameters.cart], product: product)
                let answer = try session.service().call(call)
                return CartReport(answer, done: product.map { "Removed \($0)" } ?? "Removed the last line")
            }
            // The protocol counts from 0. A number so small that there is none below it is out of range as it is.
            let (index, overflow) = line.clamped.subtractingReportingOverflow(1)
            let call = RemoveLineItem(cart: arguments[Parameters.cart], index: overflow ? line.clamped : index)
            do throws(CartError) {
                let answer = try session.service().call(call)
                return CartReport(answer, done: "Removed line \(line.text)")
            } catch {
                throw error.counting(line: line.text)
            }
        }
    )
}

extension CartError {
    /// The refusal of a line's index, in the numbers that `show` prints.
    fileprivate func counting(line: String) -> CartError {
        guard code == .unknownLine else {
            return self
        }
        var error = self
        error.details["line"] = .string(line)
        if case .string(let cart) = details["cart"], case .integer(let lines) = details["lines"] {
            error.message = "the cart \(cart) has no line \(line); its lines are 1 to \(lines)"
        }
        return error
    }
}
