/// An option, a flag or an argument of a command, together with the type of its value.
package struct Parameter<Value: ArgumentValue>: Sendable {
    /// All that parsing, help and messages need to know of it.
    package let declaration: ParameterDeclaration

    /// An option with a value: `--name VALUE` or `--name=VALUE`.
    package static func option(_ name: String, _ valueName: String, _ help: String) -> Self {
        Self(name, .option(valueName: valueName), help)
    }

    /// An argument known by its place.
    package static func argument(_ name: String, required: Bool = true, _ help: String) -> Self {
        Self(name, .argument(isRequired: required), help)
    }

    private init(_ name: String, _ kind: ParameterDeclaration.Kind, _ help: String) {
        declaration = ParameterDeclaration(
            name: name,
            kind: kind,
            help: help,
            expectation: Value.expectation,
            choices: Value.choices,
            accepts: { Value(argument: $0) != nil }
        )
    }
}

extension Parameter where Value == Bool {
    /// An option without a value: `--name`.
    package static func flag(_ name: String, _ help: String) -> Self {
        Self(name, .flag, help)
    }
}

/// A parameter without its type, as data.
package struct ParameterDeclaration: Sendable {
    /// How the parameter is written.
    package enum Kind: Hashable, Sendable {
        /// `--name`.
        case flag
        /// `--name VALUE`.
        case option(valueName: String)
        /// A word at its place.
        case argument(isRequired: Bool)
    }

    /// The name, without dashes.
    package let name: String
    /// How the parameter is written.
    package let kind: Kind
    /// What it is for, in one sentence.
    package let help: String
    /// What its text has to be, to end the sentence "it has to be ...".
    package let expectation: String
    /// All texts there are, where they can be listed.
    package let choices: [String]
    /// Whether a text can be read as the parameter's type.
    package let accepts: @Sendable (String) -> Bool

    /// How messages name it: `--quantity`, `PRODUCT`.
    package var spelling: String { isArgument ? name : "--\(name)" }

    /// How help writes it: `--quantity N`, `PRODUCT`.
    package var synopsis: String {
        switch kind {
        case .flag: spelling
        case .option(let valueName): "\(spelling) \(valueName)"
        case .argument: name
        }
    }

    /// Whether it is known by its place.
    package var isArgument: Bool {
        if case .argument = kind { true } else { false }
    }

    /// Whether the command cannot do without it.
    package var isRequired: Bool { kind == .argument(isRequired: true) }
}
