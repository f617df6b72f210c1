package import CartModel

/// What was given to a command, by parameter.
package struct Arguments: Hashable, Sendable {
    /// Texts by the spelling of their parameter, in the order given; each has been checked against the parameter's type.
    private var texts: [String: [String]] = [:]

    /// Nothing given.
    package init() {}

    /// The value of a parameter, or nil where it was not given.
    package subscript<Value>(parameter: Parameter<Value>) -> Value? {
        texts[parameter.declaration.spelling]?.last.flatMap { Value(argument: $0) }
    }

    /// The values of a parameter that may be given more than once, in the order given.
    package func all<Value>(_ parameter: Parameter<Value>) -> [Value] {
        (texts[parameter.declaration.spelling] ?? []).compactMap { Value(argument: $0) }
    }

    /// The value of a parameter that the command cannot do without.
    ///
    /// - Throws: `usage`.
    package func required<Value>(_ parameter: Parameter<Value>) throws(CartError) -> Value {
        guard let value = self[parameter] else {
            throw .missing(parameter.declaration)
        }
        return value
    }

    /// Whether a flag was given.
    package func contains(_ flag: Parameter<Bool>) -> Bool {
        has(flag.declaration.spelling)
    }

    /// What was given for a parameter, as it was written; an empty text for a flag.
    package func text(of parameter: ParameterDeclaration) -> String? {
        texts[parameter.spelling]?.last
    }

    /// Whether the parameter of that spelling was given.
    func has(_ spelling: String) -> Bool {
        texts[spelling] != nil
    }

    /// Notes what was given for a parameter.
    ///
    /// - Throws: `usage` where it is of another type, or was given before and may be given only once.
    mutating func give(_ text: String, to parameter: ParameterDeclaration) throws(CartError) {
        let spelling = parameter.spelling
        guard parameter.accepts(text) else {
            throw .usage(
                "\(spelling) has to be \(parameter.expectation), not '\(text.excerpt())'",
                argument: spelling,
                details: ["value": .string(text.excerpt())]
            )
        }
        guard parameter.isRepeatable || texts[spelling] == nil else {
            throw .usage("\(spelling) is given twice", argument: spelling)
        }
        texts[spelling, default: []].append(text)
    }
}
