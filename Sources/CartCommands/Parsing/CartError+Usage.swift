package import CartModel

extension CartError.Code {
    /// A command line that cannot be understood; it never leaves the tool.
    package static let usage = Self(rawValue: "usage")
}

extension CartError {
    /// The refusal of a command line.
    ///
    /// - Parameters:
    ///   - message: What is wrong.
    ///   - argument: The word that it is about.
    ///   - suggestion: What may have been meant.
    static func usage(
        _ message: String,
        argument: String? = nil,
        suggestion: String? = nil,
        details: [String: Detail] = [:]
    ) -> CartError {
        var error = CartError(.usage, message, details: details)
        if let argument {
            error.details["argument"] = .string(argument.excerpt())
        }
        if let suggestion {
            error.message += "; did you mean '\(suggestion)'?"
            error.details["suggestion"] = .string(suggestion)
        }
        return error
    }

    /// The refusal of a command line without something that the command cannot do without.
    static func missing(_ parameter: ParameterDeclaration) -> CartError {
        .usage("\(parameter.spelling) is missing: \(parameter.help)", argument: parameter.spelling)
    }
}
