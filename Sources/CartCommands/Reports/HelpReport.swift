package import CartJSON

/// Help on the tool, on a group of commands or on a command, made from their declarations.
package struct HelpReport: Report {
    private let table: CommandTable
    private let path: [String]

    /// Help on what these words call.
    package init(table: CommandTable, path: [String]) {
        self.table = table
        self.path = path
    }

    /// `{"help"}`: the text.
    package var json: JSON {
        var page = Page(for: Terminal(isTerminal: false))
        write(to: &page)
        return ["help": .string(page.text)]
    }

    /// The text.
    package func write(to page: inout Page) {
        if let command = table.command(at: path) {
            write(command, to: &page)
        } else {
            writeOverview(to: &page)
        }
    }

    // MARK: A command

    private func write(_ command: CommandDeclaration, to page: inout Page) {
        page.paragraph(["\(table.tool) \(command.name):"] + words(of: command.summary), indent: 2, first: 0)
        page.line()
        writeUsage(["\(table.tool) \(command.name)"] + synopsis(of: command), to: &page)
        for note in command.notes {
            page.line()
            page.paragraph(words(of: note))
        }
        write("Arguments", command.arguments, to: &page)
        write("Options", command.options, to: &page)
        write("Everywhere", Parameters.global, to: &page)
        if !command.examples.isEmpty {
            head("Examples", to: &page)
            command.examples.forEach { page.line("  " + $0) }
        }
    }

    private func synopsis(of command: CommandDeclaration) -> [String] {
        var parts: [String] = []
        var used: Set<String> = []
        for parameter in command.parameters where !used.contains(parameter.spelling) {
            // What excludes each other is written as one: `[PRODUCT | --line N]`.
            var alternatives = [parameter]
            for case .either(parameter.spelling, or: let other) in command.rules {
                alternatives += command.parameters.filter { $0.spelling == other }
            }
            used.formUnion(alternatives.map(\.spelling))
            let text = alternatives.map(\.synopsis).joined(separator: " | ")
            parts.append(parameter.isRequired ? text : "[\(text)]")
        }
        return parts
    }

    // MARK: All commands

    private func writeOverview(to page: inout Page) {
        if path.isEmpty {
            page.paragraph(["\(table.tool):"] + words(of: table.summary), indent: 2, first: 0)
            page.line()
        }
        let everywhere = Parameters.global.filter { $0.name != "help" }.map { "[\($0.synopsis)]" }
        writeUsage([([table.tool] + path).joined(separator: " ")] + everywhere + ["COMMAND"], to: &page)
        let shown = table.commands(under: path)
        let synopses = shown.map {
            ([$0.name] + $0.arguments.map { $0.isRequired ? $0.name : "[\($0.name)]" }).joined(separator: " ")
        }
        let width = synopses.reduce(0) { max($0, $1.count) }
        for section in CommandDeclaration.Section.allCases where shown.contains(where: { $0.section == section }) {
            head(section.rawValue, to: &page)
            for (command, synopsis) in zip(shown, synopses) where command.section == section {
                writeItem(synopsis, command.summary, width: width, to: &page)
            }
        }
        write("Everywhere", Parameters.global, to: &page)
        guard path.isEmpty else { return }
        head("Exit status", to: &page)
        for (status, meaning) in ExitStatus.meanings {
            writeItem(String(status.rawValue), meaning, width: 2, to: &page)
        }
        head("Environment", to: &page)
        for (name, meaning) in Self.variables {
            writeItem(name, meaning, width: 15, to: &page)
        }
        page.line()
        page.line("More about a command: \(table.tool) COMMAND --help. All of it at work: \(table.tool) demo.")
    }

    private static let variables = [
        ("CARTD_SOCKET", "the daemon's socket, where --socket is not given"),
        ("CARTD_DAEMON", "the program that is started where no daemon runs"),
        ("XDG_RUNTIME_DIR", "holds the socket of your own daemon, in cartd/"),
        ("XDG_STATE_HOME", "holds the state of your own daemon, in cartd/"),
        ("NO_COLOR", "no colour, if it is not empty"),
    ]

    // MARK: Parts

    private func head(_ title: String, to page: inout Page) {
        page.line()
        page.line(page.painted(title, .bold))
    }

    private func writeUsage(_ parts: [String], to page: inout Page) {
        page.paragraph(["Usage:"] + parts, indent: 7, first: 0)
    }

    private func write(_ title: String, _ parameters: [ParameterDeclaration], to page: inout Page) {
        guard !parameters.isEmpty else { return }
        head(title, to: &page)
        let width = parameters.reduce(0) { max($0, $1.synopsis.count) }
        for parameter in parameters {
            writeItem(parameter.synopsis, parameter.help, width: width, to: &page)
        }
    }

    private func writeItem(_ name: String, _ meaning: String, width: Int, to page: inout Page) {
        page.paragraph([name.padded(to: width) + " "] + words(of: meaning), indent: width + 4, first: 2)
    }

    private func words(of text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
