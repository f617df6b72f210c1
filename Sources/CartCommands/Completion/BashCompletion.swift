import CartProtocol

/// The completion of bash(1), "Programmable Completion"; the package bash-completion is not needed.
struct BashCompletion {
    let table: CommandTable

    private var tool: String { table.tool }

    /// The script: what is known of the commands, and what reads a line.
    var text: String {
        """
        # bash completion for \(tool) \(ProtocolVersion.software), made by `\(tool) completion bash`.

        # The words that can follow those of a command, into next.
        __\(tool)_words() {
            case $1 in
        \(words)
                *) next=() ;;
            esac
        }

        # The options of a command, into options.
        __\(tool)_options() {
            case $1 in
        \(options)
                *) options=() ;;
            esac
            options+=(\(Parameters.global.flatMap(\.spellings).joined(separator: " ")))
        }

        # Offers what can stand for a command's argument, counted from 0; fails where the command has none there.
        __\(tool)_argument() {
            case $1 in
        \(arguments)
                *) return 1 ;;
            esac
        }

        # Offers what can be the value of an option; fails where the option takes none.
        __\(tool)_value() {
            case $1 in
        \(values)
                *) return 1 ;;
            esac
        }
        \(machine)
        """
    }

    // MARK: Tables

    private var words: String {
        table.groups.map { path in
            "        \(path.joined(separator: " ").posixWord)) next=(\(table.words(after: path).joined(separator: " "))) ;;"
        }.joined(separator: "\n")
    }

    private var options: String {
        branches(table.grouped { $0.options.flatMap(\.spellings) }.filter { !$0.key.isEmpty }) { spellings in
            "options=(\(spellings.joined(separator: " ")))"
        }
    }

    private var arguments: String {
        var places: [(action: String, patterns: [String])] = []
        for command in table.commands {
            for (place, argument) in command.arguments.enumerated() {
                let action = action(for: argument.source)
                let pattern = "\(command.name) \(place)".posixWord
                if let index = places.firstIndex(where: { $0.action == action }) {
                    places[index].patterns.append(pattern)
                } else {
                    places.append((action, [pattern]))
                }
            }
        }
        return places.map { branch($0.patterns, $0.action) }.joined(separator: "\n")
    }

    private var values: String {
        var values: [(action: String, patterns: [String])] = []
        for option in table.optionsWithValue {
            let action = action(for: option.source)
            if let index = values.firstIndex(where: { $0.action == action }) {
                values[index].patterns += option.spellings
            } else {
                values.append((action, option.spellings))
            }
        }
        return values.map { branch($0.patterns, $0.action) }.joined(separator: "\n")
    }

    private func branches<Key>(
        _ groups: [(key: Key, commands: [CommandDeclaration])],
        _ action: (Key) -> String
    ) -> String {
        groups.map { branch($0.commands.map { $0.name.posixWord }, action($0.key)) }.joined(separator: "\n")
    }

    private func branch(_ patterns: [String], _ action: String) -> String {
        "        \(patterns.joined(separator: " | ")))\n            \(action)\n            ;;"
    }

    private func action(for source: ValueSource) -> String {
        switch source {
        case .anything: return ":"
        case .choices(let choices): return (["__\(tool)_offer"] + choices.map(\.posixWord)).joined(separator: " ")
        case .list(let alone, let joined):
            let words = alone.map(\.posixWord) + ["--"] + joined.map(\.posixWord)
            return "__\(tool)_list " + words.joined(separator: " ")
        case .file: return "__\(tool)_files -f"
        case .folder: return "__\(tool)_files -d"
        case .names(let kind): return "__\(tool)_names \(kind.rawValue)"
        }
    }
}
