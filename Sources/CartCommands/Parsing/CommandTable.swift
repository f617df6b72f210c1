/// The commands of a tool in the order of its help.
package struct CommandTable: Sendable {
    /// The tool's name.
    package let tool: String
    /// What the tool is for, in one line.
    package let summary: String
    /// The commands.
    package let commands: [CommandDeclaration]

    /// `cartctl`.
    package static let cartctl = CommandTable(
        tool: "cartctl",
        summary: "one catalog and one cart for every screen of a kiosk",
        commands: [
            .add, .remove, .set, .show, .watch, .clear, .carts,
            .catalogList, .catalogShow, .catalogImport, .catalogRemove, .catalogWatch,
            .layoutGrid, .layoutList, .layoutControl,
            .hitGrid, .hitList, .hitControl,
            .renderGrid, .renderList, .renderControl,
            .controlSet, .controlClear, .controlShow, .controlList, .controlRemove,
        ] + CommandDeclaration.stateChanges + [
            .controlSend, .controlPoll, .controlWatch,
            .status, .describe, .completion, .version, .demo,
        ]
    )

    /// The command that the words call, or nil.
    func command(at path: [String]) -> CommandDeclaration? {
        commands.first { $0.path == path }
    }

    /// The commands whose words begin with these and go on.
    func commands(under path: [String]) -> [CommandDeclaration] {
        commands.filter { $0.path.count > path.count && $0.path.starts(with: path) }
    }

    /// The words that can follow these, in order and each once.
    func words(after path: [String]) -> [String] {
        var words: [String] = []
        for command in commands(under: path) where !words.contains(command.path[path.count]) {
            words.append(command.path[path.count])
        }
        return words
    }
}
