import CartModel

extension CommandDeclaration {
    /// `completion [SHELL]`.
    static let completion = CommandDeclaration(
        path: ["completion"],
        section: .service,
        summary: "print what makes a shell complete command lines",
        notes: [
            "bash: `cartctl completion bash > /etc/bash_completion.d/cartctl`, or in your ~/.bashrc "
                + "`source <(cartctl completion bash)`.",
            "zsh: `cartctl completion zsh > /usr/local/share/zsh/site-functions/_cartctl`, or behind compinit in your ~/.zshrc "
                + "`source <(cartctl completion zsh)`.",
            "fish: `cartctl completion fish > ~/.config/fish/completions/cartctl.fish`.",
            "The scripts ask with --names for what only the daemon knows. No daemon of your own is started for it, and names "
                + "that begin with a dash are left out.",
        ],
        parameters: [
            Parameters.shell.declaration, Parameters.names.declaration, Parameters.namesCart.declaration,
            Parameters.namesCatalog.declaration,
        ],
        rules: [
            .either(Parameters.shell.declaration.spelling, or: Parameters.names.declaration.spelling),
            .needs(Parameters.namesCart.declaration.spelling, with: Parameters.names.declaration.spelling),
            .needs(Parameters.namesCatalog.declaration.spelling, with: Parameters.names.declaration.spelling),
        ],
        examples: ["cartctl completion bash", "cartctl completion --names products --catalog cars"],
        run: { (arguments, session) throws(CartError) in
            guard let kind = arguments[Parameters.names] else {
                let given = arguments[Parameters.shell]
                let shell = if let given { given } else { try Shell.ofUser(session.environment) }
                return CompletionReport(script: CompletionScript(for: shell, session.table))
            }
            let search = NameSearch(
                kind: kind,
                cart: arguments[Parameters.namesCart],
                catalog: arguments[Parameters.namesCatalog]
            )
            return NamesReport(names: try search.names(from: try session.service(startingDaemon: false)))
        }
    )
}
