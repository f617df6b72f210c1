/// The table as a completion script needs it, which reads the words of a command line one by one.
extension CommandTable {
    /// The words after which one more has to come: none, `catalog`, and so on.
    var groups: [[String]] {
        var groups: [[String]] = [[]]
        for command in commands {
            for count in 1..<max(1, command.path.count) {
                let path = Array(command.path.prefix(count))
                if !groups.contains(path) { groups.append(path) }
            }
        }
        return groups
    }

    /// What a word calls that stands after these: a command's summary, or the words that go on.
    func meaning(of word: String, after path: [String]) -> String {
        let path = path + [word]
        return command(at: path)?.summary ?? words(after: path).alternatives
    }

    /// Every option that takes a value, once: options of one name are alike but for their help.
    var optionsWithValue: [ParameterDeclaration] {
        var options: [ParameterDeclaration] = []
        for option in Parameters.global + commands.flatMap(\.options) where option.takesValue {
            if !options.contains(where: { $0.name == option.name }) { options.append(option) }
        }
        return options
    }

    /// The commands for which something is the same, in order.
    func grouped<Key: Equatable>(by key: (CommandDeclaration) -> Key) -> [(key: Key, commands: [CommandDeclaration])] {
        var groups: [(key: Key, commands: [CommandDeclaration])] = []
        for command in commands {
            let key = key(command)
            if let index = groups.firstIndex(where: { $0.key == key }) {
                groups[index].commands.append(command)
            } else {
                groups.append((key, [command]))
            }
        }
        return groups
    }
}

extension ParameterDeclaration {
    /// Whether it is an option with a value.
    var takesValue: Bool {
        if case .option = kind { true } else { false }
    }

    /// What help calls its value, or it where it is an argument.
    var valueName: String {
        if case .option(let name) = kind { name } else { name }
    }
}
