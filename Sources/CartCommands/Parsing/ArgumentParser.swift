package import CartModel

/// What a command line asks for.
package enum Invocation: Sendable {
    /// Help on the command, or on the commands that begin with these words.
    case help(path: [String], Arguments)
    /// A command and what was given to it.
    case command(CommandDeclaration, Arguments)

    /// What was given.
    package var arguments: Arguments {
        switch self {
        case .help(_, let arguments), .command(_, let arguments): arguments
        }
    }
}

/// Reads a command line by the declarations of a ``CommandTable``.
///
/// The rules are those of getopt_long(3) without abbreviations: options may stand among the arguments, `--` ends them,
/// an option's value follows it or is joined to it by `=`. A negative number is a value or an argument, never an option.
package struct ArgumentParser: Sendable {
    private let table: CommandTable

    /// Creates a parser.
    package init(_ table: CommandTable) {
        self.table = table
    }

    /// Whether the command line asks for JSON, also where it cannot be understood otherwise.
    package static func wantsJSON(_ words: [String]) -> Bool {
        words.prefix { $0 != "--" }.contains(Parameters.json.declaration.spelling)
    }

    /// Reads the words after the tool's name.
    ///
    /// - Throws: `usage`.
    package func parse(_ words: [String]) throws(CartError) -> Invocation {
        var reading = Reading(table: table, rest: words[...])
        do {
            return try reading.run()
        } catch {
            // Who asks for help gets it, above all where something is wrong with the rest.
            guard words.prefix(while: { $0 != "--" }).contains(where: Reading.isHelp) else {
                throw reading.pointingToHelp(error)
            }
            return .help(path: reading.path, reading.arguments)
        }
    }
}
