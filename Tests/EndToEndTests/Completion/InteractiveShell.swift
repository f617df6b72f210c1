import CartCommands
import Glibc
import TestSupport

/// A shell on a terminal, with the completion script in it, to which keys are pressed.
final class InteractiveShell {
    private static let prompt = "READY> "

    let place: ShellPlace
    private let terminal: PseudoTerminal
    private let child: Child
    /// Prompts and command lines until now.
    private var count = 0

    /// Starts the shell.
    ///
    /// - Parameter settings: Commands of a user's own for zsh.
    init(_ shell: Shell, in place: ShellPlace, settings: String = "") throws {
        self.place = place
        terminal = try PseudoTerminal(columns: 200, rows: 50)
        switch shell {
        case .bash:
            let path = try place.place.write(
                """
                source '\(place.place("bash"))'
                bind 'set enable-bracketed-paste off'
                bind 'set bell-style none'
                PS1='\(Self.prompt)'

                """,
                to: "home/.bashrc"
            )
            child = try terminal.start("bash", ["--rcfile", path, "-i"], environment: place.environment)
        case .zsh:
            try place.place.write(
                """
                fpath=('\(place.place("functions"))' $fpath)
                autoload -U compinit
                compinit -D -u
                unset zle_bracketed_paste
                unsetopt beep
                # Writes what completes the line into a file, a match a line, and then says so.
                compadd() {
                    local -a hits
                    # With -O, -A or -D they are only looked at.
                    if [[ ${(j: :)@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
                        builtin compadd -A hits "$@"
                        print -rl -- $hits >>"$HOME/matches"
                    fi
                    builtin compadd "$@"
                }
                note_matches() { _main_complete; compstate[insert]= compstate[list]= }
                zle -C note_matches complete-word note_matches
                note() { : >|"$HOME/matches"; zle note_matches; BUFFER='echo "(noted)"'; zle accept-line }
                zle -N note
                bindkey '^T' note
                \(settings)
                PS1='\(Self.prompt)'

                """,
                to: "home/.zshrc"
            )
            child = try terminal.start(
                "zsh",
                ["-i"],
                environment: place.environment.merging(["ZDOTDIR": place.place("home")]) { $1 }
            )
        case .fish: throw Failure("fish completes without a terminal")
        }
        try waitForPrompt()
    }

    deinit {
        child.kill(SIGKILL)
        child.wait()
    }

    /// All that was shown.
    var shown: String { terminal.screen.scrollback }

    /// Types a line with tabs in it, and Enter.
    ///
    /// - Returns: What arrives at `cartctl`.
    func enter(_ keys: String) throws -> [String] {
        try type(keys + "\n", until: "(arrived)")
        return try place.arguments()
    }

    /// Types a line.
    ///
    /// - Returns: All that zsh can complete it with.
    func matches(for line: String) throws -> [String] {
        try type(line + "\u{14}", until: "(noted)")
        return try place.place.text(of: "home/matches").split(separator: "\n").map(String.init)
    }

    private func type(_ keys: String, until mark: String) throws {
        try terminal.type(keys)
        count += 1
        try terminal.wait(for: "\(mark) after \(keys)") { [count] screen in
            // Once for each prompt but the last.
            screen.scrollback.split(whereSeparator: \.isNewline).count { $0 == mark } >= count
        }
        try waitForPrompt()
    }

    private func waitForPrompt() throws {
        try terminal.wait(for: "a prompt") { [count] screen in
            screen.scrollback.ranges(of: Self.prompt).count > count
        }
    }
}
