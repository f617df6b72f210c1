import CartCommands
import Glibc
import TestSupport

/// A folder where a shell finds a `cartctl` that hands `completion` on to the real one, and notes what it is called with
/// otherwise; and what that finds: a daemon, or none.
final class ShellPlace: Sendable {
    let place: TemporaryFolder
    /// What the shell runs in.
    let environment: [String: String]

    /// Makes the place.
    ///
    /// - Parameters:
    ///   - socket: The daemon's socket.
    ///   - environment: More variables.
    init(socket: String? = nil, environment more: [String: String] = [:]) throws {
        place = try TemporaryFolder()
        for folder in ["bin", "home", "functions", "folder one", "folder two"] {
            guard mkdir(place(folder), 0o700) == 0 else { throw Failure("mkdir: errno \(errno)") }
        }
        let script = """
            #!/bin/sh
            [ "$1" = completion ] && exec '\(Executables.cartctl)' "$@"
            printf '%s\\0' "$@" >'\(place("arguments"))'
            echo '(arrived)'

            """
        try place.write(script, to: "bin/cartctl", mode: 0o700)
        var environment = Program.inherited
        for name in environment.keys where name.hasPrefix("XDG_") || name.hasPrefix("FISH") { environment[name] = nil }
        environment["HOME"] = place("home")
        environment["PATH"] = place("bin") + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        environment["LC_ALL"] = "C.UTF-8"
        environment["TERM"] = "dumb"
        environment["CARTD_SOCKET"] = socket
        self.environment = environment.merging(more) { $1 }
        for shell in Shell.allCases {
            let run = try Program(Executables.cartctl, ["completion", shell.rawValue]).run()
            guard run.status == 0 else { throw Failure("completion \(shell): \(run)") }
            try place.write(run.output, to: shell.rawValue)
        }
        // Where zsh looks for it.
        try place.write(try place.text(of: "zsh"), to: "functions/_cartctl")
    }

    /// What the last command line gave to `cartctl`.
    func arguments() throws -> [String] {
        try place.text(of: "arguments").split(separator: "\0", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// Runs a script without a terminal.
    func run(_ shell: Shell, _ script: String, _ arguments: [String] = []) throws -> Program.Outcome {
        let path = try place.write(script, to: "script")
        let options =
            switch shell {
            case .bash: ["--norc"]
            case .zsh: ["-f"]
            case .fish: ["--no-config"]
            }
        return try Program(shell.rawValue, options + [path] + arguments, environment: environment).run()
    }

    /// What a shell completes each line with.
    ///
    /// - Parameter settings: Commands of a user's own, that bash or zsh has run before.
    /// - Throws: `Failure` also where a word of it goes to standard error, or to the terminal.
    func candidates(for lines: [String], in shell: Shell, settings: String = "") throws -> [[String]] {
        switch shell {
        case .bash: return try bash(lines, settings: settings)
        case .fish: return try fish(lines)
        case .zsh:
            let interactive = try InteractiveShell(.zsh, in: self, settings: settings)
            let matches = try lines.map { try interactive.matches(for: $0) }
            for word in ["cartctl:", "not found", "error", "bad pattern"] where interactive.shown.contains(word) {
                throw Failure("\(word) in \(interactive.shown)")
            }
            return matches
        }
    }

    /// The candidates that bash has for each line, as its completion function gives them.
    private func bash(_ lines: [String], settings: String) throws -> [[String]] {
        let script = """
            source '\(place("bash"))'
            \(settings)
            for line; do
                COMP_LINE=$line COMP_POINT=${#line}
                _cartctl cartctl "${line##*[ =:]}"
                printf '%s\\n' "${COMPREPLY[@]}" .
            done
            """
        return try answers(try run(.bash, script, lines), to: lines)
    }

    /// The candidates that fish has for each line.
    ///
    /// - Parameter escaped: Whether they are written as they would stand on the line.
    func fish(_ lines: [String], escaped: Bool = false) throws -> [[String]] {
        let script = """
            source '\(place("fish"))'
            for line in $argv
                complete \(escaped ? "--escape " : "")-C $line
                echo .
            end
            """
        return try answers(try run(.fish, script, lines), to: lines).map { candidates in
            candidates.map { String($0.prefix { $0 != "\t" }) }
        }
    }

    private func answers(_ run: Program.Outcome, to lines: [String]) throws -> [[String]] {
        // Behind the last full stop there is only the end of its line.
        let answers = run.output.split(separator: "\n", omittingEmptySubsequences: false)
            .split(separator: ".", omittingEmptySubsequences: false).dropLast()
            .map { $0.map(String.init).filter { !$0.isEmpty } }
        guard run.status == 0, run.errors.isEmpty, answers.count == lines.count else {
            throw Failure("\(run)")
        }
        return answers
    }
}
