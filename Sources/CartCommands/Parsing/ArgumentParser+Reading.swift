import CartModel

extension ArgumentParser {
    /// The state of reading one command line.
    struct Reading {
        let table: CommandTable
        var rest: ArraySlice<String>
        /// The words of the command so far.
        var path: [String] = []
        var command: CommandDeclaration?
        var arguments = Arguments()
        private var places: ArraySlice<ParameterDeclaration> = []
        private var optionsEnded = false
        private var helpWord = false

        init(table: CommandTable, rest: ArraySlice<String>) {
            self.table = table
            self.rest = rest
        }

        static func isHelp(_ word: String) -> Bool {
            word == Parameters.help.declaration.spelling || word == "-h"
        }

        mutating func run() throws(CartError) -> Invocation {
            while let word = rest.popFirst() {
                if optionsEnded || !Self.isOption(word) {
                    try readWord(word)
                } else if word == "--" {
                    optionsEnded = true
                } else {
                    try readOption(word)
                }
            }
            if helpWord || arguments.contains(Parameters.help) {
                return .help(path: path, arguments)
            }
            guard let command else {
                throw missingCommand()
            }
            if let missing = places.first(where: \.isRequired) {
                throw .missing(missing)
            }
            if let missing = command.options.first(where: { $0.isRequired && !arguments.has($0.spelling) }) {
                throw .missing(missing)
            }
            try check(command.rules)
            return .command(command, arguments)
        }

        /// A word that begins with a dash is an option, but for a dash alone and a negative number.
        private static func isOption(_ word: String) -> Bool {
            guard word.utf8.count > 1, word.utf8.first == UInt8(ascii: "-") else {
                return false
            }
            return WholeNumber(argument: word) == nil && !(Double(word)?.isFinite ?? false)
        }

        // MARK: Words

        private mutating func readWord(_ word: String) throws(CartError) {
            guard let command else {
                return try readCommandWord(word)
            }
            guard let place = places.popFirst() else {
                throw .usage("'\(word.excerpt())' is more than '\(command.name)' takes", argument: word)
            }
            try arguments.give(word, to: place)
        }

        private mutating func readCommandWord(_ word: String) throws(CartError) {
            if path.isEmpty, word == "help", !helpWord {
                helpWord = true
                return
            }
            let words = table.words(after: path)
            guard words.contains(word) else {
                let prefix = path.map { $0 + " " }.joined()
                throw .usage(
                    "there is no command '\(prefix)\(word.excerpt())'",
                    argument: word,
                    suggestion: Suggestion.nearest(to: word, in: words).map { prefix + $0 }
                )
            }
            path.append(word)
            command = table.command(at: path)
            places = command?.arguments[...] ?? []
        }

        private func missingCommand() -> CartError {
            let words = table.words(after: path)
            guard !path.isEmpty else {
                return .usage("a command is missing, such as `\(words.first ?? "")`")
            }
            return .usage(
                "'\(path.joined(separator: " "))' needs one of these after it: \(words.joined(separator: ", "))"
            )
        }

        // MARK: Options

        private mutating func readOption(_ word: String) throws(CartError) {
            let own = command?.options ?? []
            let (spelling, joined) = Self.split(word)
            guard let option = (own + Parameters.global).first(where: { $0.spellings.contains(spelling) }) else {
                // A word with one dash may be a name that was meant to have two.
                throw unknownOption(word.hasPrefix("--") ? spelling : word, among: own)
            }
            guard case .option(let valueName) = option.kind else {
                guard joined == nil else {
                    throw .usage("\(spelling) takes no value", argument: spelling)
                }
                return try arguments.give("", to: option)
            }
            guard let value = joined ?? nextValue() else {
                var message = "\(spelling) needs a value: \(option.synopsis)"
                if let next = rest.first {
                    let joint = spelling.hasPrefix("--") ? "=" : ""
                    message += "; for one that begins with dashes write \(spelling)\(joint)\(next.excerpt())"
                }
                throw .usage(message, argument: spelling, details: ["value": .string(valueName)])
            }
            try arguments.give(value, to: option)
        }

        /// The option that a word names and the value that is joined to it: `--output=FILE`, `-oFILE`.
        private static func split(_ word: String) -> (spelling: String, joined: String?) {
            if isHelp(word) {
                return (Parameters.help.declaration.spelling, nil)
            }
            guard word.hasPrefix("--") else {
                let letter = word.prefix(2)
                return (String(letter), letter.endIndex < word.endIndex ? String(word[letter.endIndex...]) : nil)
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        }

        /// The next word, unless it looks like an option that somebody forgot a value before.
        private mutating func nextValue() -> String? {
            guard let next = rest.first, !next.hasPrefix("--") else {
                return nil
            }
            rest.removeFirst()
            return next
        }

        private func unknownOption(_ spelling: String, among own: [ParameterDeclaration]) -> CartError {
            let known = (own + Parameters.global).flatMap(\.spellings)
            if let command {
                let takesWords = !command.arguments.isEmpty
                let nearest = Suggestion.nearest(to: spelling, in: known)
                let message = "'\(command.name)' has no option \(spelling.excerpt())"
                let advice = nearest == nil && takesWords ? "; put -- before an argument that begins with a dash" : ""
                return .usage(message + advice, argument: spelling, suggestion: nearest)
            }
            let elsewhere = table.commands(under: path).first {
                $0.options.contains { $0.spellings.contains(spelling) }
            }
            if let elsewhere {
                return .usage(
                    "\(spelling) belongs after its command, as in `\(table.tool) \(elsewhere.name) \(spelling)`",
                    argument: spelling
                )
            }
            return .usage(
                "there is no option \(spelling.excerpt())",
                argument: spelling,
                suggestion: Suggestion.nearest(to: spelling, in: known)
            )
        }

        // MARK: The whole

        private func check(_ rules: [ParameterRule]) throws(CartError) {
            for rule in rules {
                switch rule {
                case .either(let one, let other):
                    guard arguments.has(one), arguments.has(other) else { continue }
                    throw .usage("\(one) and \(other) do not go together; give one of them", argument: other)
                case .needs(let one, let other):
                    guard arguments.has(one), !arguments.has(other) else { continue }
                    throw .usage("\(one) makes sense only with \(other)", argument: one)
                }
            }
        }

        /// Adds the way out to a message.
        func pointingToHelp(_ error: CartError) -> CartError {
            var error = error
            let words = [table.tool] + path + ["--help"]
            error.message += error.message.hasSuffix("?") ? " " : "; "
            error.message += "see `\(words.joined(separator: " "))`"
            return error
        }
    }
}
