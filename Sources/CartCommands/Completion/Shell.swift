import CartModel

/// A shell that ``CompletionScript`` can be made for.
package enum Shell: String, CaseIterable, ArgumentValue {
    case bash
    case zsh
    case fish

    /// The shell that a path such as `/usr/bin/fish` or `-zsh` names, or nil where it is another.
    package init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        self.init(rawValue: String(name.drop { $0 == "-" }))
    }

    /// The shell of the user: environ(7), `SHELL`.
    ///
    /// - Throws: `usage` that names the shells there are.
    static func ofUser(_ environment: [String: String]) throws(CartError) -> Shell {
        let path = environment["SHELL"] ?? ""
        guard let shell = Shell(path: path) else {
            let reason = path.isEmpty ? "SHELL is not set" : "SHELL is '\(path.excerpt())'"
            throw .usage("completion needs \(expectation) after it, because \(reason)", argument: "SHELL")
        }
        return shell
    }
}
