import CartCommands
import CartModel
import CartProtocol
import Glibc
import Testing

@Suite("Exit status, errors and streams")
struct OutputTests {
    @Test(
        "an error's code decides the exit status",
        arguments: [
            (.cartFull, 1), (.invalidGeometry, 1), (.malformed, 1), (.permissionDenied, 1), (.storageFailure, 1),
            (.cancelled, 1), (CartError.Code(rawValue: "ofTheFuture"), 1), (.noDaemon, 69), (.connectionLost, 69),
            (.deadlineExceeded, 75), (.usage, 2),
        ] as [(CartError.Code, Int32)]
    )
    func statuses(code: CartError.Code, status: Int32) throws {
        let bench = try Bench()
        bench.service.refuse(CartError(code, "no"))
        let text = bench.run("show")
        #expect(text.status == status && text.output.isEmpty && text.complaint.hasPrefix("cartctl: no"))
        #expect(text.complaint.count { $0 == "\n" } == 1)
        #expect(
            bench.run("--json", "show")
                == Run(status, #"{"error":{"code":"\#(code.rawValue)","message":"no","details":{}}}"# + "\n")
        )
    }

    @Test("no daemon")
    func noDaemon() throws {
        var bench = try Bench()
        bench.noService = CartError(.noDaemon, "no daemon listens at /s", details: ["socket": "/s"])
        #expect(bench.run("add") == Run(69, complaint: "cartctl: no daemon listens at /s\n"))
        #expect(
            bench.run("add", "--json").output
                == #"{"error":{"code":"noDaemon","message":"no daemon listens at /s","details":{"socket":"/s"}}}"#
                + "\n"
        )
    }

    @Test("a call that took too long says how to wait longer")
    func timeout() throws {
        let bench = try Bench()
        bench.service.refuse(CartError(.deadlineExceeded, "no answer within 2 seconds"))
        #expect(
            bench.run("show")
                == Run(75, complaint: "cartctl: no answer within 2 seconds; give it more time with --timeout SECONDS\n")
        )
    }

    @Test("an error after which a change may have been made says so")
    func doubt() throws {
        let bench = try Bench()
        bench.service.refuse(CartError(.connectionLost, "it went away", details: ["mayHaveBeenDone": true]))
        #expect(
            bench.run("add")
                == Run(69, complaint: "cartctl: it went away; the change may have been made all the same\n")
        )
    }

    @Test("usage errors are one line on standard error, or one object on standard output")
    func usage() throws {
        let bench = try Bench()
        #expect(
            bench.run("shwo")
                == Run(2, complaint: "cartctl: there is no command 'shwo'; did you mean 'show'? see `cartctl --help`\n")
        )
        #expect(
            bench.run("shwo", "--json")
                == Run(
                    2,
                    #"{"error":{"code":"usage","message":"there is no command 'shwo'; did you mean 'show'? see `cartctl "#
                        + #"--help`","details":{"argument":"shwo","suggestion":"show"}}}"# + "\n"
                )
        )
        #expect(bench.run("add", "--", "--json").complaint.hasPrefix("cartctl: the catalog shop has no product --json"))
        #expect(
            bench.run("--socket", "", "show")
                == Run(2, complaint: "cartctl: --socket needs a path, not an empty text\n")
        )
    }

    @Test("arguments that are not UTF-8 are refused by name and place, never repaired")
    func invalidText() throws {
        let bench = try Bench()
        let bad = Array("caf".utf8) + [0xE9]
        #expect(
            bench.run(bytes: [Array("add".utf8), bad])
                == Run(2, complaint: #"cartctl: argument 2 is not valid UTF-8: caf\xE9"# + "\n")
        )
        #expect(
            bench.run(bytes: [bad, Array("--json".utf8)])
                == Run(
                    2,
                    #"{"error":{"code":"usage","message":"argument 1 is not valid UTF-8: caf\\xE9","#
                        + #""details":{"argument":"caf\\xE9","index":1}}}"# + "\n"
                )
        )
        // A lone surrogate, an overlong slash, a code point beyond the last, a cut sequence.
        for bytes: [UInt8] in [
            [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xE4, 0xBD], [0x0A, 0xFF],
        ] {
            let run = bench.run(bytes: [Array("add".utf8), bytes])
            #expect(run.status == 2 && run.complaint.count { $0 == "\n" } == 1)
            #expect(run.complaint.utf8.dropLast().allSatisfy { (0x20..<0x7F).contains($0) })
        }
        #expect(bench.service.last(AddLineItem.self) == nil)
    }

    @Test("valid text arrives byte for byte")
    func validText() throws {
        let bench = try Bench()
        for name in ["👩‍👩‍👧", "سلة", "e\u{301}", "é", "\u{FEFF}x", "\u{FFFD}", "\u{10FFFF}", "a/b\"c\\d"] {
            #expect(bench.run(bytes: [Array("add".utf8), Array(name.utf8)]).status == 1)
            let sent = try #require(bench.service.last(AddLineItem.self)?.product)
            #expect(Array(sent.utf8) == Array(name.utf8))
        }
    }

    @Test("a reader that has gone away is no fault; a full disk is")
    func brokenOutput() throws {
        var bench = try Bench()
        bench.outputFailure = EPIPE
        #expect(bench.run("show") == Run(0))
        #expect(bench.run("--help") == Run(0))
        bench.outputFailure = ENOSPC
        #expect(
            bench.run("add") == Run(74, complaint: "cartctl: the output cannot be written: No space left on device\n")
        )
        bench.service.refuse(CartError(.cartFull, "full"))
        #expect(bench.run("--json", "add").status == 1)
    }

    @Test(
        "colour only on a terminal that can, for somebody who wants it",
        arguments: [
            (true, [:], true), (true, ["TERM": "xterm-256color"], true), (true, ["NO_COLOR": ""], true),
            (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": "0"], false),
            (true, ["TERM": "dumb"], false), (false, ["TERM": "xterm"], false),
        ] as [(Bool, [String: String], Bool)]
    )
    func colour(isTerminal: Bool, environment: [String: String], expected: Bool) throws {
        var bench = try Bench().filled()
        bench.terminal = Terminal(isTerminal: isTerminal, columns: 80, environment: environment)
        for words in [
            ["show"], ["catalog", "list"], ["catalog", "show", "cars"], ["layout", "grid"], ["status"], ["--help"],
        ] {
            #expect(bench.run(words).output.contains("\u{1B}[") == expected, "\(words)")
        }
        #expect(!bench.run("show", "--json").output.contains("\u{1B}"))
    }

    @Test("colour changes nothing but the colour")
    func colourIsOnlyPaint() throws {
        var bench = try Bench().filled()
        let commands = [["show"], ["layout", "grid"], ["catalog", "show", "cars"], ["status"], ["carts"], ["--help"]]
        let plain = commands.map { bench.run($0).output }
        bench.terminal = Terminal(isTerminal: true)
        for (words, expected) in zip(commands, plain) {
            let painted = bench.run(words).output
            let pieces = painted.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
            let text = pieces.dropFirst().reduce(String(pieces.first ?? "")) { text, piece in
                text + (piece.firstIndex(of: "m").map { String(piece[piece.index(after: $0)...]) } ?? "")
            }
            #expect(text == expected)
        }
    }

    @Test("no name can drive a terminal", arguments: [false, true])
    func hostileNames(isTerminal: Bool) throws {
        let hostile = "\u{1B}]0;x\u{7}\n\r\u{9B}31m\u{202E}gpj\u{2028}"
        let shown = #"\u{1B}]0;x\u{7}\u{A}\u{D}\u{9B}31m\u{202E}gpj\u{2028}"#
        var bench = try Bench()
        bench.terminal = Terminal(isTerminal: isTerminal, environment: ["NO_COLOR": "1"])
        let product = Product(id: "a", name: hostile, icon: nil)
        bench.service.replace(try Catalog(name: "shop", groups: [ProductGroup(title: hostile, products: [product])]))
        bench.run("add")
        for words in [
            ["show"], ["add", "a"], ["layout", "grid"], ["catalog", "show", "shop"], ["add", hostile],
            ["show", "--cart", hostile],
            ["--\(hostile)"], [hostile], ["layout", "grid", "--catalog", "shop", "--group", hostile],
            ["set", "a", hostile],
        ] {
            let run = bench.run(words)
            for text in [run.output, run.complaint] {
                let controls = text.unicodeScalars.filter {
                    $0 != "\n"
                        && ($0.properties.generalCategory == .control || "\u{202E}\u{2028}".unicodeScalars.contains($0))
                }
                #expect(controls.isEmpty, "\(words)")
            }
            #expect(run.complaint.count { $0 == "\n" } <= 1)
        }
        #expect(bench.run("show").output.contains(shown))
        // Programs get the name itself; what a terminal could obey is escaped as JSON allows.
        let json = bench.run("--json", "show").output
        #expect(json.contains(#"\u001b]0;x\u0007\n\r\u009b31m"#))
    }

    @Test("the options of the connection come from the command line and the environment")
    func connection() throws {
        var bench = try Bench()
        bench.environment = ["CARTD_SOCKET": "/from/environment"]
        bench.run("--socket", "/s", "--timeout", "2.5", "show")
        bench.run("show")
        #expect(
            bench.connected == [
                ServiceOptions(socket: "/s", timeout: .milliseconds(2500), environment: bench.environment),
                ServiceOptions(environment: bench.environment),
            ]
        )
    }
}
