import CartCommands
import CartModel
import CartProtocol
import TestSupport
import Testing

@Suite("Completion")
struct CompletionTests {
    static let folder = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Snapshots"

    @Test("The scripts are those of the snapshots", arguments: Shell.allCases)
    func script(shell: Shell) throws {
        let run = try Bench().run("completion", shell.rawValue)
        #expect(run.status == 0 && run.complaint.isEmpty)
        let snapshot = "\(Self.folder)/cartctl.\(shell)"
        #expect(
            try run.output == text(ofFile: snapshot),
            "where it should differ: cartctl completion \(shell) > \(snapshot), and look at what has changed"
        )
        #expect(CompletionScript(for: shell, .cartctl).text == run.output)
    }

    @Test("Help says where each script goes, in lines that can be copied")
    func help() throws {
        let help = try Bench().run("completion", "--help").output
        for line in [
            "`cartctl completion bash > /etc/bash_completion.d/cartctl`", "`source <(cartctl completion bash)`",
            "`cartctl completion zsh > /usr/local/share/zsh/site-functions/_cartctl`",
            "`source <(cartctl completion zsh)`",
            "`cartctl completion fish > ~/.config/fish/completions/cartctl.fish`",
        ] {
            #expect(help.contains(line))
        }
    }

    @Test("The shell is the one that is named, else the user's")
    func shell() throws {
        var bench = try Bench()
        for path in ["/usr/bin/fish", "fish", "-fish", "/opt/a b/fish"] {
            bench.environment["SHELL"] = path
            #expect(bench.run("completion") == bench.run("completion", "fish"))
        }
        #expect(bench.run("completion", "zsh").output.hasPrefix("#compdef cartctl\n"))
        #expect(
            bench.run("completion", "bash", "--json").output.hasPrefix(##"{"shell":"bash","script":"# bash comple"##)
        )
        #expect(bench.connected.isEmpty)
    }

    @Test("Any other shell is a usage error that names the three")
    func unknownShell() throws {
        var bench = try Bench()
        #expect(
            bench.run("completion", "ksh")
                == Run(
                    2,
                    complaint:
                        "cartctl: SHELL has to be bash, zsh or fish, not 'ksh'; see `cartctl completion --help`\n"
                )
        )
        #expect(
            bench.run("completion")
                == Run(2, complaint: "cartctl: completion needs bash, zsh or fish after it, because SHELL is not set\n")
        )
        for path in ["/bin/dash", "bash5", "/", "Bash"] {
            bench.environment["SHELL"] = path
            let complaint = "cartctl: completion needs bash, zsh or fish after it, because SHELL is '\(path)'\n"
            #expect(bench.run("completion") == Run(2, complaint: complaint))
        }
        let error = bench.run("completion", "--json")
        #expect(error.status == 2 && error.output.contains(#""code":"usage""#) && error.complaint.isEmpty)
    }

    @Test("Names are printed one a line, and no daemon is started for them")
    func names() throws {
        let bench = try Bench().filled(2)
        bench.run("add", "m_3_100", "--cart", "table 4", "--catalog", "cars")
        bench.run("control", "set", "buy")
        let expected: [(words: [String], names: String)] = [
            (["carts"], "default\ntable 4\n"), (["catalogs"], "cars\nshop\n"), (["controls"], "buy\n"),
            (["groups", "--catalog", "cars"], "A\nB\n"), (["groups"], ""),
            (["lines"], "danjianbao\nqianbao\n"), (["lines", "--cart", "table 4"], "m_3_100\n"),
            (["lines", "--cart", "table 4", "--catalog", "shop"], "m_3_100\n"),
            (["products", "--cart", "table 4"], "m_9_100\nm_92_100\nm_3_100\n"),
            (["products", "--catalog", "cars"], "m_9_100\nm_92_100\nm_3_100\n"),
            (["products"], "danjianbao\nqianbao\nliantiaobao\nshoutibao\nshuangjianbao\nxiekuabao\n"),
            (
                ["products", "--cart", "a new one"],
                "danjianbao\nqianbao\nliantiaobao\nshoutibao\nshuangjianbao\nxiekuabao\n"
            ),
        ]
        let before = bench.connected.count
        for (words, names) in expected {
            #expect(bench.run(["completion", "--names"] + words) == Run(0, names), "\(words)")
        }
        #expect(
            bench.run("completion", "--names", "carts", "--json").output == #"{"names":["default","table 4"]}"# + "\n"
        )
        #expect(bench.connected[before...].allSatisfy { !$0.startsDaemon })
        #expect(bench.connected[..<before].allSatisfy { $0.startsDaemon })
    }

    @Test("Names that would be read as something else are left out, and each is there once")
    func awkwardNames() throws {
        let names = ["a", "-a", "--a", "", "b\tc", "d\ne", "\u{7F}", "f\u{85}", "a", "钱 包", "'", "\u{301}"]
        let run = StubService(cartNames: names).run(["completion", "--names", "carts"])
        #expect(run == Run(0, "a\n钱 包\n'\n\u{301}\n"))
    }

    @Test("Where the names cannot be asked for, the error is that of every command")
    func noNames() throws {
        var bench = try Bench()
        #expect(bench.run("completion", "--names", "groups", "--catalog", "none").status == 1)
        bench.noService = CartError(.noDaemon, "no daemon")
        #expect(bench.run("completion", "--names", "carts") == Run(69, complaint: "cartctl: no daemon\n"))
        for words in [
            ["bash", "--names", "carts"], ["--names", "dogs"], ["--cart", "a"], ["zsh", "--catalog", "a"],
        ] {
            #expect(bench.run(["completion"] + words).status == 2)
        }
    }

    @Test("Options of one name take the same values in every command, as the scripts rely on")
    func options() {
        var seen: [String: (takesValue: Bool, source: ValueSource, isRepeatable: Bool)] = [:]
        for option in CommandTable.cartctl.commands.flatMap(\.options) + Parameters.global {
            let isFlag = option.kind == .flag
            for spelling in option.spellings {
                if let before = seen[spelling] {
                    #expect(before == (!isFlag, option.source, option.isRepeatable), "\(spelling)")
                }
                seen[spelling] = (!isFlag, option.source, option.isRepeatable)
            }
        }
    }

    @Test("What completes is what the parser takes")
    func values() throws {
        for parameter in CommandTable.cartctl.commands.flatMap(\.parameters) {
            switch parameter.source {
            case .choices(let choices):
                #expect(!choices.isEmpty && choices.allSatisfy(parameter.accepts), "\(parameter.spelling)")
            case .list(let alone, let joined):
                #expect(alone.allSatisfy(parameter.accepts) && joined.allSatisfy(parameter.accepts))
                #expect(parameter.accepts(joined.joined(separator: ",")), "\(parameter.spelling)")
            case .anything, .file, .folder, .names: break
            }
        }
    }
}
