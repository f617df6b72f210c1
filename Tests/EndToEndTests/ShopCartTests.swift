import CartClient
import Testing
import TestSupport

@Suite("The shop cart from the command line")
struct ShopCartTests {
    let bags = ["danjianbao", "qianbao", "liantiaobao", "shoutibao", "shuangjianbao", "xiekuabao"]

    @Test("Six adds fill it, the seventh is refused, removes empty it, one more is refused")
    func fillAndEmpty() throws {
        let daemon = try TestDaemon()
        for count in 1...6 {
            let answer: CartAnswer = try daemon.json("add")
            #expect(answer.cart.lines.map(\.id) == Array(bags[..<count]))
            #expect(answer.canAdd == (count < 6))
            #expect(answer.cart.version == Int64(count))
        }
        let full: ErrorObject = try daemon.json(status: 1, "add")
        #expect(full.error.code == "cartFull")
        for count in (0..<6).reversed() {
            let answer: CartAnswer = try daemon.json("remove")
            #expect(answer.cart.lines.map(\.id) == Array(bags[..<count]))
            #expect(answer.canAdd)
            #expect(answer.canRemove == (count > 0))
        }
        let empty: ErrorObject = try daemon.json(status: 1, "remove")
        #expect(empty.error.code == "nothingToRemove")
    }

    @Test("A product has one line; 0 removes it")
    func quantities() throws {
        let daemon = try TestDaemon()
        let _: CartAnswer = try daemon.json("add", "qianbao", "--quantity", "2")
        let twice: CartAnswer = try daemon.json("add", "qianbao", "--quantity", "2")
        #expect(twice.cart.lines.map(\.quantity) == [4])
        let gone: CartAnswer = try daemon.json("set", "qianbao", "0")
        #expect(gone.cart.lines.isEmpty)
    }

    @Test(
        "Quantities that are none leave the cart as it was",
        arguments: ["0", "-1", "2147483648", "9223372036854775808", "99999999999999999999999999"]
    )
    func badQuantities(quantity: String) throws {
        let daemon = try TestDaemon()
        let before: CartAnswer = try daemon.json("add", "qianbao")
        let refused: ErrorObject = try daemon.json(status: 1, "add", "qianbao", "--quantity", quantity)
        #expect(refused.error.code == "invalidQuantity")
        let after: CartAnswer = try daemon.json("show")
        #expect(after == before)
    }

    @Test("The grid is that of the screen, and one column is no division by zero")
    func grid() throws {
        let daemon = try TestDaemon()
        for _ in 0..<6 { let _: CartAnswer = try daemon.json("add") }
        let grid: Grid = try daemon.json("layout", "grid", "--width", "280", "--height", "220")
        #expect(
            grid.items.map { [$0.frame.x, $0.frame.y] } == [
                [0, 0], [100, 0], [200, 0], [0, 120], [100, 120], [200, 120],
            ]
        )
        for item in grid.items {
            #expect([item.frame.width, item.frame.height] == [80, 100])
            #expect([item.icon.x, item.icon.y, item.icon.width, item.icon.height] == [0, 0, 80, 80])
            #expect([item.title.x, item.title.y, item.title.width, item.title.height] == [0, 80, 80, 20])
        }
        let column: Grid = try daemon.json("layout", "grid", "--width", "280", "--height", "220", "--columns", "1")
        #expect(column.items.allSatisfy { $0.frame.x == 0 })
        #expect(column.overflows)
        let none: ErrorObject = try daemon.json(status: 1, "layout", "grid", "--columns", "0")
        #expect(none.error.code == "invalidGeometry")
    }

    /// What `layout grid --json` prints, as far as it is looked at here.
    struct Grid: Decodable {
        var overflows: Bool
        var items: [Item]

        struct Item: Decodable {
            var frame, icon, title: Frame
        }

        struct Frame: Decodable {
            var x, y, width, height: Double
        }
    }

    @Test("Nobody there is 69, an unreadable command line is 2")
    func statuses() throws {
        let place = try TemporaryFolder()
        let absent = try Program(Executables.cartctl, ["--socket", place("none"), "show"]).run()
        #expect(absent.status == 69)
        #expect(absent.errors.contains(place("none")))
        #expect(try Program(Executables.cartctl, ["fly"]).run().status == 2)
    }

    @Test("A socket where nobody answers is 75 after the timeout")
    func timeout() throws {
        let daemon = try TestDaemon(starting: false)
        let outcome = try daemon.cartctl("--timeout", "0.2", "show")
        #expect(outcome.status == 75)
    }

    @Test("Eight processes add to one line at once, and every one counts")
    func manyProcesses() throws {
        let daemon = try TestDaemon()
        let rounds = Scale.current.addsPerProcess
        let loop =
            "i=0; while [ $i -lt \(rounds) ]; do \"$0\" --socket \"$1\" add qianbao >/dev/null || exit 1; i=$((i+1)); done"
        let children = try (0..<8).map { _ in
            try Program("/bin/sh", ["-c", loop, Executables.cartctl, daemon.socketPath]).start()
        }
        for child in children {
            #expect(child.wait() == 0)
        }
        let answer: CartAnswer = try daemon.json("show")
        #expect(answer.cart.lines.map(\.quantity) == [Int64(8 * rounds)])
        #expect(answer.cart.version == Int64(8 * rounds))
    }

    @Test("Names keep every byte, or are refused by name")
    func names() throws {
        let daemon = try TestDaemon()
        let names = ["👜🏽‍♀️ emoji", "حقيبة", "cafe\u{301}", "caf\u{E9}", "a\u{200D}b", "袋"]
        let rows = names.enumerated().map { index, name in
            "<dict><key>id</key><string>p\(index)</string><key>name</key><string>\(name)</string></dict>"
        }
        let file = try daemon.place.write(
            "<plist version=\"1.0\"><array>\(rows.joined())</array></plist>",
            to: "n.plist"
        )
        #expect(try daemon.cartctl("catalog", "import", file, "--name", "Läden ☕️").status == 0)
        for (index, name) in names.enumerated() {
            let answer: CartAnswer = try daemon.json("add", "p\(index)", "--cart", "ق", "--catalog", "Läden ☕️")
            #expect(Array(try #require(answer.cart.lines.last).product.name.utf8) == Array(name.utf8))
            #expect(Array(answer.cart.name.utf8) == Array("ق".utf8))
        }
        daemon.kill()
        try daemon.start()
        let kept: CartAnswer = try daemon.json("show", "--cart", "ق")
        #expect(kept.cart.lines.map { Array($0.product.name.utf8) } == names.map { Array($0.utf8) })

        let surrogate = try daemon.place.write(
            "<plist version=\"1.0\"><array><dict><key>name</key><string>a&#xD800;</string></dict></array></plist>",
            to: "s.plist"
        )
        let refused: ErrorObject = try daemon.json(status: 1, "catalog", "import", surrogate)
        #expect(refused.error.code == "invalidCatalog")
        #expect(refused.error.message.contains("s.plist"))
    }

    @Test("A re-import without a product leaves its line, which says so")
    func snapshot() throws {
        let daemon = try TestDaemon()
        let _: CartAnswer = try daemon.json("add", "qianbao")
        let file = try daemon.place.write(
            "<plist version=\"1.0\"><array><dict><key>name</key><string>x</string></dict></array></plist>",
            to: "shop.plist"
        )
        #expect(try daemon.cartctl("catalog", "import", file, "--name", "shop").status == 0)
        let shown = try daemon.cartctl("--json", "show")
        #expect(shown.output.contains("\"available\":false"))
        #expect(shown.output.contains("钱包"))
        let added: CartAnswer = try daemon.json("add")
        #expect(added.cart.lines.map(\.id) == ["qianbao", "x"])
    }
}
