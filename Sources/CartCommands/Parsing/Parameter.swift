/// An option, a flag or an argument of a command, together with the type of its value.
package struct Parameter<Value: ArgumentValue>: Sendable {
    /// All that parsing, help and messages need to know of it.
    package let declaration: ParameterDeclaration

    /// An option with a value: `--name VALUE` or `--name=VALUE`.
    ///
    /// - Parameters:
    ///   - name: Without dashes.
    ///   - short: A letter for `-s VALUE`, by which help and messages then call it.
    ///   - valueName: What help writes for the value.
    ///   - required: Whether the command cannot do without it.
    ///   - repeatable: Whether it may be given more than once.
    ///   - source: What its values are, where the type does not tell.
    ///   - help: What it is for, in one sentence.
    package static func option(
        _ name: String,
        short: Character? = nil,
        _ valueName: String,
        required: Bool = false,
        repeatable: Bool = false,
        from source: ValueSource? = nil,
        _ help: String
    ) -> Self {
        Self(name, short, .option(valueName: valueName), isRequired: required, isRepeatable: repeatable, source, help)
    }

    /// An argument known by its place.
    package static func argument(
        _ name: String,
        required: Bool = true,
        from source: ValueSource? = nil,
        _ help: String
    ) -> Self {
        Self(name, nil, .argument, isRequired: required, isRepeatable: false, source, help)
    }

    private init(
        _ name: String,
        _ short: Character?,
        _ kind: ParameterDeclaration.Kind,
        isRequired: Bool,
        isRepeatable: Bool,
        _ source: ValueSource?,
        _ help: String
    ) {
        declaration = ParameterDeclaration(
            name: name,
            short: short,
            kind: kind,
            isRequired: isRequired,
            isRepeatable: isRepeatable,
            help: help,
            expectation: Value.expectation,
            source: source ?? Value.source,
            accepts: { Value(argument: $0) != nil }
        )
    }
}

extension Parameter where Value == Bool {
    /// An option without a value: `--name`.
    package static func flag(_ name: String, _ help: String) -> Self {
        Self(name, nil, .flag, isRequired: false, isRepeatable: false, nil, help)
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
        case argument
    }

    /// The name, without dashes.
    package let name: String
    /// The letter that can be written for the name, with one dash.
    package let short: Character?
    /// How the parameter is written.
    package let kind: Kind
    /// Whether the command cannot do without it.
    package let isRequired: Bool
    /// Whether it may be given more than once.
    package let isRepeatable: Bool
    /// What it is for, in one sentence.
    package let help: String
    /// What its text has to be, to end the sentence "it has to be ...".
    package let expectation: String
    /// What its texts are, where that is known.
    package let source: ValueSource
    /// Whether a text can be read as the parameter's type.
    package let accepts: @Sendable (String) -> Bool

    /// How messages name it: `--quantity`, `-o`, `PRODUCT`.
    package var spelling: String { isArgument ? name : short.map { "-\($0)" } ?? "--\(name)" }

    /// Everything that calls an option: `-o`, `--output`.
    package var spellings: [String] { isArgument ? [] : (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

    /// How help writes it: `--quantity N`, `--font PATH...`, `PRODUCT`.
    package var synopsis: String {
        switch kind {
        case .flag: spelling
        case .option(let valueName): "\(spelling) \(valueName)\(isRepeatable ? "..." : "")"
        case .argument: name
        }
    }

    /// Whether it is known by its place.
    package var isArgument: Bool { kind == .argument }
}
