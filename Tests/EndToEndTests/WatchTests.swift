import CartClient
import Glibc
import TestSupport
import Testing

/// `cartctl watch` with a real daemon, a real pipe and a real terminal.
@Suite("cartctl watch")
struct WatchTests {
    private struct Event: Decodable {
        var sequence: Int64
        var kind: String
        var cart: CartView?
        var canAdd: Bool?
        var canRemove: Bool?
    }

    @Test("--json: the snapshot and every change in order, over kills of the daemon")
    func json() throws {
        let daemon = try TestDaemon()
        let lines = try LineReader()
        let errors = try TemporaryFile()
        let child = try Program(
            Executables.cartctl,
            ["--socket", daemon.socketPath, "--json", "--timeout", "60", "watch", "--count", "13"]
        ).start(output: lines.input, errors: errors.descriptor)
        let first: Event = try lines.next()
        #expect(first.kind == "snapshot" && first.cart?.version == 0)
        #expect(first.canAdd == true && first.canRemove == false)
        var sequence = first.sequence
        for version in 1...12 as ClosedRange<Int64> {
            if version % 4 == 0 {
                daemon.kill()
                try daemon.start()
            }
            let answer: CartAnswer = try daemon.json("add", "qianbao")
            let event: Event = try lines.next()
            #expect(event.kind == "changed")
            #expect(event.cart == answer.cart && event.cart?.version == version)
            #expect(event.sequence > sequence)
            sequence = event.sequence
        }
        #expect(child.wait() == 0)
        let lost = "cartctl: the connection to the daemon is lost; reconnecting\ncartctl: reconnected\n"
        #expect(try errors.text() == lost + lost + lost)
        #expect(daemon.stop() == 0)
    }

    @Test(
        "a terminal says when there is no daemon, and when it is back",
        arguments: ["watch", "carts --watch", "catalog watch", "control watch"]
    )
    func reconnecting(command: String) throws {
        let daemon = try TestDaemon()
        let terminal = try PseudoTerminal(columns: 64, rows: 14)
        let child = try terminal.start(
            Executables.cartctl,
            ["--socket", daemon.socketPath] + command.split(separator: " ").map(String.init)
        )
        func footer(_ screen: TestScreen) -> String { screen.lines.last { !$0.isEmpty } ?? "" }
        try terminal.wait(for: "the beginning") { footer($0) == "Change 0 · Ctrl-C ends" }
        for _ in 0..<3 {
            daemon.kill()
            let screen = try terminal.wait(for: "the loss") {
                footer($0) == "Change 0 · reconnecting · Ctrl-C ends"
            }
            #expect(!screen.lines[0].isEmpty && screen.overflows == 0)
            try daemon.start()
            try terminal.wait(for: "the return") { footer($0) == "Change 0 · Ctrl-C ends" }
        }
        try terminal.type("\u{3}")
        #expect(child.wait() == -SIGINT)
        #expect(daemon.stop() == 0)
    }

    @Test(
        "it ends when its reader does, although nothing happens",
        arguments: ["watch", "carts --watch", "control watch"]
    )
    func closedPipe(command: String) throws {
        let daemon = try TestDaemon()
        let outcome = try Program(
            "/bin/bash",
            [
                "-o", "pipefail", "-c", "\"$0\" --json --socket \"$1\" \(command) | head -n 1", Executables.cartctl,
                daemon.socketPath,
            ]
        ).run()
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("}\n") && outcome.errors.isEmpty)
    }

    @Test("a daemon that stands still costs no more than --timeout")
    func standstill() throws {
        let daemon = try TestDaemon()
        #expect(try daemon.cartctl("watch", "--count", "1").status == 0)
        try daemon.running().stopRunning()
        #expect(try daemon.cartctl("--timeout", "0.2", "watch").status == 75)
        try daemon.running().kill(SIGCONT)
    }

    @Test("catalogs and controls: what others do is told")
    func others() throws {
        let daemon = try TestDaemon()
        let (catalogs, controls) = (try LineReader(), try LineReader())
        let watchers = [
            try Program(
                Executables.cartctl,
                ["--socket", daemon.socketPath, "--json", "catalog", "watch", "--count", "2"]
            )
            .start(output: catalogs.input),
            try Program(
                Executables.cartctl,
                [
                    "--socket", daemon.socketPath, "--json", "control", "watch", "--events", "touchUpInside", "--count",
                    "3",
                ]
            ).start(output: controls.input),
        ]
        let beginnings = [try catalogs.next(Event.self), try controls.next(Event.self)]
        #expect(beginnings.map(\.kind) == ["snapshot", "snapshot"])
        #expect(try daemon.cartctl("catalog", "remove", "cars").status == 0)
        #expect(try daemon.cartctl("control", "set", "buy", "--title", "Buy").status == 0)
        #expect(try daemon.cartctl("control", "send", "buy", "touchDown").status == 0)
        #expect(try daemon.cartctl("control", "send", "buy", "touchUpInside").status == 0)
        struct Other: Decodable {
            var kind: String
            var name: String?
            var events: Int?
        }
        let removed = try catalogs.next(Other.self)
        #expect(removed.kind == "removed" && removed.name == "cars")
        #expect(try controls.next(Other.self).kind == "changed")
        let sent = try controls.next(Other.self)
        #expect(sent.kind == "sent" && sent.name == "buy" && sent.events == 64)
        for watcher in watchers { #expect(watcher.wait() == 0) }
    }

    @Test("a terminal is drawn in place, over a new size, a kill of the daemon and Ctrl-Z; Ctrl-C restores it")
    func terminal() throws {
        let daemon = try TestDaemon()
        let terminal = try PseudoTerminal(columns: 64, rows: 14)
        let child = try terminal.start(Executables.cartctl, ["--socket", daemon.socketPath, "watch"])
        try terminal.wait(for: "the empty cart") { $0.lines[1].hasPrefix("It is empty") && !$0.hasCursor }
        #expect(!terminal.echoes)

        #expect(try daemon.cartctl("add").status == 0)
        #expect(try daemon.cartctl("add", "qianbao", "--quantity", "12").status == 0)
        let screen = try terminal.wait(for: "the second line") { $0.lines[8].hasPrefix("Change 2 ") }
        #expect(
            screen.lines.prefix(7) == [
                "Cart default · catalog shop · version 2 · 2 of 6 lines", "", "Line  Product     Name    Quantity",
                "   1  danjianbao  单肩包         1", "   2  qianbao     钱包          12", "",
                "`cartctl add` puts the next product in, `cartctl remove` takes …",
            ]
        )
        #expect(screen.overflows == 0 && screen.unknown.isEmpty && screen.scrollback.isEmpty)

        try terminal.resize(columns: 40, rows: 10)
        let smaller = try terminal.wait(for: "the new size") {
            $0.lines.last?.isEmpty == true && $0.lines[8].hasPrefix("Change 2 ")
        }
        #expect(smaller.lines[0] == "Cart default · catalog shop · version 2…")
        #expect(smaller.lines[4] == "   2  qianbao     钱包          12")
        #expect(smaller.lines[7] == "")

        daemon.kill()
        try daemon.start()
        #expect(try daemon.cartctl("remove").status == 0)
        try terminal.wait(for: "a change after the restart") {
            $0.lines[7].hasPrefix("Change 3 ") && $0.lines[8].isEmpty
        }

        // Ctrl-Z gives the terminal back, and what runs then may do with it what it likes.
        try terminal.type("\u{1A}")
        try child.waitUntilStopped()
        #expect(terminal.echoes)
        let away = try terminal.wait(for: "the shell's screen") { !$0.isAlternate && $0.hasCursor && $0.wraps }
        #expect(away.scrollback.hasPrefix("Cart default · catalog shop · version 3 · 1 of 6 lines\r\n"))
        #expect(try daemon.cartctl("add").status == 0)
        child.kill(SIGCONT)
        try terminal.wait(for: "what happened meanwhile") { $0.isAlternate && $0.lines[8].hasPrefix("Change 4 ") }

        try terminal.type("keys that nobody asked for\u{3}")
        #expect(child.wait() == -SIGINT)
        let end = try terminal.wait(for: "the end") { !$0.isAlternate && $0.hasCursor && $0.wraps }
        #expect(end.scrollback.contains("Cart default · catalog shop · version 4 · 2 of 6 lines\r\n"))
        #expect(!end.scrollback.contains("keys"))
        #expect(terminal.echoes)
        #expect(daemon.stop() == 0)
    }
}
