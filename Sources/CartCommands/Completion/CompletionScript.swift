/// What makes a shell complete the command lines of a tool.
package struct CompletionScript: Hashable, Sendable {
    /// The shell that it is for.
    package let shell: Shell
    /// The script.
    package let text: String

    /// Makes the script from the commands.
    package init(for shell: Shell, _ table: CommandTable) {
        self.shell = shell
        text =
            switch shell {
            case .bash: BashCompletion(table: table).text
            case .zsh: ZshCompletion(table: table).text
            case .fish: FishCompletion(table: table).text
            }
    }

    /// How long a shell waits for names of the daemon, in seconds.
    static let patience = "1"

    /// The options that say where the names of the daemon are looked up: they are handed on from the command line.
    static let context = [Parameters.socket, Parameters.cart, Parameters.namesCatalog].map(\.declaration.spelling)
}

extension String {
    /// The text in single quotes, as bash and zsh read it.
    var posixQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }

    /// The text as a word of bash or zsh, in quotes where it needs them.
    var posixWord: String { isPlainWord ? self : posixQuoted }

    /// Whether no shell sees more in the text than the word that it is.
    var isPlainWord: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
