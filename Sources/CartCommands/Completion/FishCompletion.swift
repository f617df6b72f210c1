import CartProtocol

/// The completion of fish(1): complete(1).
struct FishCompletion {
    let table: CommandTable

    private var tool: String { table.tool }

    /// The script: a file for `completions`, that can be sourced as well.
    var text: String {
        #"""
        # fish completion for TOOL VERSION, made by `TOOL completion fish`.

        # Reads the words before the cursor, once a line: the command that they call, how many arguments follow it, and what
        # says where the daemon is asked.
        function __TOOL_read
            set -l words (commandline -opc)
            set -l line (string escape -- $words)
            test "$line" = "$__TOOL_line"; and return
            set -g __TOOL_line "$line"
            set -g __TOOL_command ''
            set -g __TOOL_count 0
            set -g __TOOL_context
            set -l option
            set -l ended
            for word in $words[2..-1]
                if test -n "$option"
                    contains -- $option CONTEXT; and set -a __TOOL_context $option=$word
                    set option
                else if test -z "$ended"; and test "$word" = --
                    set ended 1
                else if test -z "$ended"; and string match -qr '^-[^0-9.]' -- $word
                    set -l name (string replace -r '=.*' '' -- $word)
                    if test "$name" = "$word"
                        contains -- $word VALUED; and set option $word
                    else if contains -- $name CONTEXT
                        set -a __TOOL_context $word
                    end
                else
                    # The words that can follow those of the command.
                    set -l next
                    switch $__TOOL_command
        WORDS
                    end
                    if contains -- $word $next
                        set __TOOL_command (string trim -- "$__TOOL_command $word")
                    else if set -q next[1]
                        test "$__TOOL_command$word" = help; or set __TOOL_command -
                    else
                        set __TOOL_count (math $__TOOL_count + 1)
                    end
                end
            end
        end

        # Whether the words before the cursor call one of these commands.
        function __TOOL_at
            __TOOL_read
            contains -- "$__TOOL_command" $argv
        end

        # Whether they do, and so many arguments stand behind it.
        function __TOOL_argument -a count
            __TOOL_read
            test $__TOOL_count = $count; and contains -- "$__TOOL_command" $argv[2..-1]
        end

        # Names that the daemon knows; nothing where it does not answer.
        function __TOOL_names -a kind
            __TOOL_read
            set -l program (commandline -opc)[1]
            # An alias or another name is no program to ask.
            string match -q '*/TOOL' -- $program; or set program TOOL
            set program (string replace -r '^~/' "$HOME/" -- $program)
            command -q $program; or return
            command $program completion --timeout PATIENCE --names $kind $__TOOL_context 2>/dev/null </dev/null
        end

        # The words before -- alone, and those behind it also one after the other with commas between them.
        function __TOOL_list
            set -l end (contains -i -- -- $argv)
            set -l token (string replace -r '^--[^=]*=' '' -- (commandline -ct))
            set -l before (string match -r '.*,' -- $token)
            test -z "$before"; and test $end -gt 1; and printf '%s\n' $argv[1..(math $end - 1)]
            for word in $argv[(math $end + 1)..-1]
                contains -- $word (string split , -- "$before"); or printf '%s\n' "$before$word"
            end
        end

        # Folders, also for the value behind --option=.
        function __TOOL_folders
            __fish_complete_directories (string replace -r '^--[^=]*=' '' -- (commandline -ct))
        end

        complete -c TOOL -e
        complete -c TOOL -f

        # Commands.
        COMMANDS

        # Arguments.
        ARGUMENTS

        # Options.
        OPTIONS

        """#
        .replacing("WORDS", with: words)
        .replacing("COMMANDS", with: commands)
        .replacing("ARGUMENTS", with: arguments)
        .replacing("OPTIONS", with: options)
        .replacing("CONTEXT", with: CompletionScript.context.joined(separator: " "))
        .replacing("VALUED", with: table.optionsWithValue.flatMap(\.spellings).joined(separator: " "))
        .replacing("PATIENCE", with: CompletionScript.patience)
        .replacing("VERSION", with: ProtocolVersion.software)
        .replacing("TOOL", with: tool)
    }

    // MARK: Tables

    private var words: String {
        table.groups.map { path in
            let name = word(path.joined(separator: " "))
            return """
                                case \(name)
                                    set next \(table.words(after: path).joined(separator: " "))
                """
        }.joined(separator: "\n")
    }

    private var commands: String {
        table.groups.flatMap { path in
            table.words(after: path).map { word in
                "complete -c \(tool) -n \(condition("at", [path.joined(separator: " ")])) -a \(word) -d "
                    + quoted(table.meaning(of: word, after: path))
            }
        }.joined(separator: "\n")
    }

    private var arguments: String {
        var places: [(place: Int, source: ValueSource, commands: [String])] = []
        for command in table.commands {
            for (place, argument) in command.arguments.enumerated() where argument.source != .anything {
                if let index = places.firstIndex(where: { $0.place == place && $0.source == argument.source }) {
                    places[index].commands.append(command.name)
                } else {
                    places.append((place, argument.source, [command.name]))
                }
            }
        }
        return places.map { (place, source, commands) in
            "complete -c \(tool) -n \(condition("argument \(place)", commands)) \(values(of: source))"
        }.joined(separator: "\n")
    }

    private var options: String {
        var options: [(line: String, commands: [String])] = []
        for command in table.commands {
            for option in command.options {
                let line = declaration(of: option)
                if let index = options.firstIndex(where: { $0.line == line }) {
                    options[index].commands.append(command.name)
                } else {
                    options.append((line, [command.name]))
                }
            }
        }
        let everywhere = Parameters.global.map { "complete -c \(tool) \(declaration(of: $0))" }
        let own = options.map { "complete -c \(tool) -n \(condition("at", $0.commands)) \($0.line)" }
        return (everywhere + own).joined(separator: "\n")
    }

    private func declaration(of option: ParameterDeclaration) -> String {
        var words = option.short.map { ["-s \($0)"] } ?? []
        words.append("-l \(option.name)")
        if option.takesValue { words.append("-r \(values(of: option.source))") }
        words.append("-d \(quoted(option.help))")
        return words.joined(separator: " ")
    }

    private func values(of source: ValueSource) -> String {
        switch source {
        case .anything: return "-f"
        case .choices(let choices): return "-f -a \(quoted(choices.joined(separator: " ")))"
        case .list(let alone, let joined):
            return "-f -a " + quoted("(__\(tool)_list \((alone + ["--"] + joined).joined(separator: " ")))")
        case .file: return "-F"
        case .folder: return "-f -a '(__\(tool)_folders)'"
        case .names(let kind): return "-f -a '(__\(tool)_names \(kind.rawValue))'"
        }
    }

    private func condition(_ function: String, _ commands: [String]) -> String {
        let words = commands.map { $0.isPlainWord ? $0 : "\"\($0)\"" }
        return quoted("__\(tool)_\(function) \(words.joined(separator: " "))")
    }

    /// The text as a word, in quotes where it needs them.
    private func word(_ text: String) -> String { text.isPlainWord ? text : quoted(text) }

    /// The text in single quotes, as fish reads it.
    private func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
