import CartCommands
import CartModel
import Glibc
import TestSupport
import Testing

/// What the script of `cartctl completion` has to do in each shell.
enum CompletionCases {
    /// Why bash cannot be asked here, nil where it can.
    static let noBash = Program.missing(["bash"])
    /// The same for zsh.
    static let noZsh = Program.missing(["zsh"])
    /// The same for fish.
    static let noFish = Program.missing(["fish"])

    /// Names of carts that no shell reads as they are, but for the first.
    static let names = [
        "table-4", "table 4", "it's", "a:b:c", "a:b:d", #"say "hi" $HOME `x` \n"#, "钱包", "钱袋", "x=y", "*?[z]", "#h",
        "a;b|c&d", "{q,r}", "<in>", "(p)", "über all",
    ]

    /// A daemon with those carts, each with the first product, and two controls.
    static func daemon() throws -> TestDaemon {
        let daemon = try TestDaemon()
        for name in names {
            let added = try daemon.cartctl("add", "--cart", name)
            guard added.status == 0 else { throw Failure("\(added)") }
        }
        for control in ["buy", "buy now"] { _ = try daemon.cartctl("control", "set", control) }
        return daemon
    }

    /// Keys, and the arguments that have to arrive.
    static let typed: [(keys: String, arguments: [String])] = [
        ("cartctl sh\t", ["show"]), ("cartctl cat\timp\t", ["catalog", "import"]),
        ("cartctl help ver\t", ["help", "version"]),
        ("cartctl --json cat\tsh\tca\t", ["--json", "catalog", "show", "cars"]),
        ("cartctl show --cart table\\ \t", ["show", "--cart", "table 4"]),
        ("cartctl show --cart=table\\ \t", ["show", "--cart=table 4"]),
        ("cartctl show --cart \"table \t", ["show", "--cart", "table 4"]),
        ("cartctl show --cart 'table \t", ["show", "--cart", "table 4"]),
        ("cartctl show --cart it\t", ["show", "--cart", "it's"]),
        ("cartctl show --cart 'it\t", ["show", "--cart", "it's"]),
        ("cartctl show --cart \"it\t", ["show", "--cart", "it's"]),
        ("cartctl show --cart a:\tc", ["show", "--cart", "a:b:c"]),
        ("cartctl show --cart a:b:d\t", ["show", "--cart", "a:b:d"]),
        ("cartctl show --cart=a:b:c\t", ["show", "--cart=a:b:c"]),
        ("cartctl show --cart \"a:b:d\t", ["show", "--cart", "a:b:d"]),
        ("cartctl show --cart a\\:b:d\t", ["show", "--cart", "a:b:d"]),
        ("cartctl show --cart sa\t", ["show", "--cart", #"say "hi" $HOME `x` \n"#]),
        ("cartctl show --cart 'sa\t", ["show", "--cart", #"say "hi" $HOME `x` \n"#]),
        ("cartctl show --cart \"sa\t", ["show", "--cart", #"say "hi" $HOME `x` \n"#]),
        ("cartctl show --cart 钱包\t", ["show", "--cart", "钱包"]), ("cartctl show --cart 钱\t袋", ["show", "--cart", "钱袋"]),
        ("cartctl show --cart ü\t", ["show", "--cart", "über all"]),
        ("cartctl show --cart=x=\t", ["show", "--cart=x=y"]),
        ("cartctl show --cart \\*\t", ["show", "--cart", "*?[z]"]),
        ("cartctl show --cart '*\t", ["show", "--cart", "*?[z]"]),
        ("cartctl show --cart \\#\t", ["show", "--cart", "#h"]),
        ("cartctl show --cart 'a;\t", ["show", "--cart", "a;b|c&d"]),
        ("cartctl show --cart \\{\t", ["show", "--cart", "{q,r}"]),
        ("cartctl show --cart \\<\t", ["show", "--cart", "<in>"]),
        ("cartctl show --cart \\(\t", ["show", "--cart", "(p)"]),
        ("cartctl add qian\t --cart table\\ \t", ["add", "qianbao", "--cart", "table 4"]),
        ("cartctl remove --cart 钱袋 dan\t", ["remove", "--cart", "钱袋", "danjianbao"]),
        ("cartctl remove --cart=nobody dan\t", ["remove", "--cart=nobody", "dan"]),
        ("cartctl add --catalog cars m_3_1\t", ["add", "--catalog", "cars", "m_3_100"]),
        ("cartctl layout grid --catalog cars --group Z\t", ["layout", "grid", "--catalog", "cars", "--group", "Z"]),
        ("cartctl control show buy\\ \t", ["control", "show", "buy now"]),
        ("cartctl control set x --state hi\t", ["control", "set", "x", "--state", "highlighted"]),
        ("cartctl control set x --state disabled,hi\t", ["control", "set", "x", "--state", "disabled,highlighted"]),
        ("cartctl control set x --state=disabled,hi\t", ["control", "set", "x", "--state=disabled,highlighted"]),
        ("cartctl control send x touchUpI\t", ["control", "send", "x", "touchUpInside"]),
        ("cartctl layout grid --direction r\t--scale 2", ["layout", "grid", "--direction", "rtl", "--scale", "2"]),
        ("cartctl render grid -o PLACE/ba\t", ["render", "grid", "-o", "PLACE/bash"]),
        ("cartctl render grid -oPLACE/ba\t", ["render", "grid", "-oPLACE/bash"]),
        ("cartctl render grid --output=PLACE/ba\t", ["render", "grid", "--output=PLACE/bash"]),
        ("cartctl catalog import PLACE/fis\t", ["catalog", "import", "PLACE/fish"]),
        ("cartctl catalog import PLACE/folder\\ o\t", ["catalog", "import", "PLACE/folder one/"]),
        ("cartctl show --cart t > PLACE/home/x; echo; cat PLACE/home/x", ["show", "--cart", "t"]),
    ]

    /// Types all of ``typed``.
    static func checkTyped(in shell: Shell) throws {
        let daemon = try daemon()
        let place = try ShellPlace(socket: daemon.socketPath)
        let interactive = try InteractiveShell(shell, in: place)
        for (keys, arguments) in typed {
            let here = { (text: String) in text.replacing("PLACE", with: place.place.path) }
            let arrived = try interactive.enter(here(keys)).map {
                // zsh takes the slash of a folder away again where the line ends.
                $0.hasSuffix("/folder one") ? $0 + "/" : $0
            }
            #expect(arrived == arguments.map(here), "\(keys.debugDescription)")
        }
        #expect(daemon.stop() == 0)
    }

    /// Lines that end where every word of every command, and every option, and every value of a closed list can stand.
    static var places: [(line: String, candidates: Set<String>)] {
        let table = CommandTable.cartctl
        var places: [(line: String, candidates: Set<String>)] = []
        for count in 0...1 {
            for path in Set(table.commands.filter { $0.path.count > count }.map { Array($0.path.prefix(count)) }) {
                let words = table.commands.filter { $0.path.count > count && $0.path.starts(with: path) }
                places.append((([table.tool] + path + [""]).joined(separator: " "), Set(words.map { $0.path[count] })))
            }
        }
        for command in table.commands {
            let options = (command.options + Parameters.global).map { "--" + $0.name }
            places.append(("cartctl \(command.name) --", Set(options)))
            for parameter in command.parameters {
                guard case .option = parameter.kind else { continue }
                let start = "cartctl \(command.name) --\(parameter.name) "
                switch parameter.source {
                case .choices(let choices): places.append((start, Set(choices)))
                case .list(let alone, let joined): places.append((start, Set(alone + joined)))
                case .anything: places.append((start, []))
                case .file, .folder, .names: break
                }
            }
        }
        return places
    }

    /// Looks at all of ``places``.
    static func checkPlaces(in shell: Shell, settings: String = "") throws {
        let places = places
        #expect(places.count > 80)
        let found = try ShellPlace().candidates(for: places.map(\.line), in: shell, settings: settings)
        for (one, found) in zip(places, found) {
            #expect(Set(found) == one.candidates && found.count == one.candidates.count, "\(one.line): \(found)")
        }
    }

    // MARK: No names

    /// A line that wants each kind of name.
    private static let wanting = [
        "show --cart t", "catalog show s", "control show b", "add q", "remove q", "layout grid --catalog c --group A",
    ].map { "cartctl " + $0 }

    /// Where no daemon runs none is started, nothing is offered, and nothing is said.
    static func checkWithoutDaemon(in shell: Shell) throws {
        let user = try UserPlace()
        let environment = user.environment.filter { $0.key.hasPrefix("XDG_") || $0.key == "CARTD_DAEMON" }
        let place = try ShellPlace(environment: environment)
        #expect(try place.candidates(for: wanting, in: shell) == wanting.map { _ in [] })
        #expect(try user.daemons().isEmpty)
        #expect(user.place.names(in: "run").isEmpty && user.place.names(in: "state/cartd").isEmpty)
    }

    /// A daemon that does not answer is waited for a second, and nothing is said.
    static func checkWithHangingDaemon(in shell: Shell) throws {
        let daemon = try TestDaemon(starting: false)
        let place = try ShellPlace(socket: daemon.socketPath)
        #expect(try place.candidates(for: [wanting[0]], in: shell) == [[]])
    }

    /// Words that are no command, and such as a shell reads as a pattern: nothing is offered, and nothing is said.
    static func checkNonsense(in shell: Shell) throws {
        let words = [
            "'('", "'['", "'*'", "'[a-'", "'(#'", "'\\\\'", "ad", "'add remove'", "catalog '['", "--socket=x '?dd'",
        ]
        let found = try ShellPlace().candidates(for: words.map { "cartctl \($0) " }, in: shell)
        for (word, found) in zip(words, found) { #expect(found == [], "\(word)") }
    }

    /// Where the program is not installed nothing is said.
    static func checkWithoutProgram(in shell: Shell) throws {
        let place = try ShellPlace()
        #expect(unlink(place.place("bin/cartctl")) == 0)
        #expect(try place.candidates(for: [wanting[0], "cartctl sh"], in: shell) == [[], ["show"]])
    }
}
