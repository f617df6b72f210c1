package import CartModel

/// A whole number as it was written, however long.
///
/// A number that is too large for the protocol is still a number: it gets the answer that a number out of range gets,
/// not the one for a text that is none.
package struct WholeNumber: ArgumentValue, Hashable {
    /// The text as it was given.
    package let text: String

    package static var expectation: String { "a whole number" }

    /// Reads decimal digits with an optional sign before them.
    package init?(argument: String) {
        var digits = argument.utf8[...]
        if let first = digits.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            digits.removeFirst()
        }
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        text = argument
    }

    /// The value, or nil beyond Int64.
    package var exactly: Int64? { Int64(text) }

    /// The value, or the nearest that Int64 has.
    package var clamped: Int64 { Int64(text) ?? (text.utf8.first == UInt8(ascii: "-") ? .min : .max) }

    /// The value as the quantity of a line.
    ///
    /// - Throws: `invalidQuantity` beyond Int64; smaller ones are for the daemon to judge.
    package func quantity() throws(CartError) -> Int64 {
        guard let exactly else {
            throw .invalidQuantity(text)
        }
        return exactly
    }

    /// The value as the capacity of a cart.
    ///
    /// - Throws: `invalidCapacity` beyond Int64; smaller ones are for the daemon to judge.
    package func capacity() throws(CartError) -> Int64 {
        guard let exactly else {
            let limits = ModelLimits.capacities
            throw CartError(
                .invalidCapacity,
                "the capacity \(text) is not between \(limits.lowerBound) and \(limits.upperBound)",
                details: ["capacity": .string(text)]
            )
        }
        return exactly
    }

    /// The value as a count of a layout.
    ///
    /// - Throws: `invalidGeometry` beyond Int; smaller ones are for the daemon to judge.
    package func count(of parameter: String) throws(CartError) -> Int {
        guard let value = Int(text) else {
            throw CartError(
                .invalidGeometry,
                "\(parameter) is \(text) but must be between \(Int.min) and \(Int.max)",
                details: ["parameter": .string(parameter), "value": .string(text)]
            )
        }
        return value
    }
}
