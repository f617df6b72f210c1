import CartClient
import CartCommands
import CartModel
import CartProtocol
import Glibc
import Synchronization
import Testing

@Suite("Commands that watch")
struct WatchCommandTests {
    private static func cart(_ version: Int64, _ ids: String...) throws -> CartAnswer {
        var cart = try Cart()
        for id in ids { try cart.add(Product(id: id, name: id, icon: nil)) }
        var answer = CartAnswer(cart, catalog: try .shop())
        answer.cart.version = version
        // The products of these carts are of no catalog, which is not what is looked at here.
        for index in answer.cart.lines.indices { answer.cart.lines[index].available = nil }
        return answer
    }

    @Test("watch --json: one object a line and event, the cart as in every other answer")
    func json() throws {
        let bench = try Bench()
        bench.service.tell(
            WatchCart.Event(sequence: 3, kind: .snapshot, state: try Self.cart(1, "a")),
            WatchCart.Event(sequence: 5, kind: .changed, state: try Self.cart(2)),
            WatchCart.Event(sequence: 9, kind: .resync),
            WatchCart.Event(sequence: 9, kind: StreamEventKind(rawValue: "folded"))
        )
        #expect(
            bench.run("--json", "watch", "--cart", "till")
                == Run(
                    0,
                    """
                    {"sequence":3,"kind":"snapshot","cart":{"name":"default","catalog":"shop","version":1,"capacity":6,\
                    "lines":[{"id":"a","product":{"id":"a","name":"a","icon":null},"quantity":1}]},"canAdd":true,"canRemove":true}
                    {"sequence":5,"kind":"changed","cart":{"name":"default","catalog":"shop","version":2,"capacity":6,\
                    "lines":[]},"canAdd":true,"canRemove":false}
                    {"sequence":9,"kind":"resync"}
                    {"sequence":9,"kind":"folded"}

                    """
                )
        )
        #expect(bench.service.last(WatchCart.self) == WatchCart(cart: "till"))
    }

    @Test("that there is no connection is no event: it goes to standard error", arguments: [true, false])
    func interruptions(isJSON: Bool) throws {
        let bench = try Bench()
        bench.service.tell(
            WatchCart.Event(sequence: 0, kind: .interrupted),
            WatchCart.Event(sequence: 3, kind: .snapshot, state: try Self.cart(0)),
            WatchCart.Event(sequence: 3, kind: .interrupted),
            WatchCart.Event(sequence: 3, kind: .resumed),
            WatchCart.Event(sequence: 4, kind: .changed, state: try Self.cart(1))
        )
        let run = isJSON ? bench.run("--json", "watch", "--count", "2") : bench.run("watch", "--count", "2")
        #expect(run.status == 0)
        #expect(run.output.split(separator: "\n").count == (isJSON ? 2 : 4))
        let lost = "cartctl: the connection to the daemon is lost; reconnecting\ncartctl: reconnected\n"
        #expect(run.complaint == lost + lost)
    }

    @Test("watch, where nothing can be written over: a block of text a change")
    func blocks() throws {
        let bench = try Bench()
        bench.service.tell(
            WatchCart.Event(sequence: 3, kind: .snapshot, state: try Self.cart(0)),
            WatchCart.Event(sequence: 9, kind: .resync),
            WatchCart.Event(sequence: 9, kind: .snapshot, state: try Self.cart(2, "a"))
        )
        #expect(
            bench.run("watch")
                == Run(
                    0,
                    """
                    Cart default · catalog shop · version 0 · 0 of 6 lines
                    It is empty: `cartctl add` puts the first product in.

                    Some changes were missed; this is how things are now:

                    Cart default · catalog shop · version 2 · 1 of 6 lines

                    Line  Product  Name  Quantity
                       1  a        a            1

                    `cartctl add` puts the next product in, `cartctl remove` takes the last line out.

                    """
                )
        )
    }

    @Test("--count ends it after so many events", arguments: [1, 2, 3] as [Int])
    func count(count: Int) throws {
        let bench = try Bench()
        for version in 0..<5 as Range<Int64> {
            let event = WatchCart.Event(sequence: version, kind: .changed, state: try Self.cart(version))
            bench.service.state.withLock { $0.events.append(event) }
        }
        let run = bench.run("--json", "watch", "--count", "\(count)")
        #expect(run.status == 0)
        #expect(run.output.split(separator: "\n").count == count)
    }

    @Test("a --count that is no number of events is a usage error", arguments: ["0", "-3", "-99999999999999999999"])
    func badCount(text: String) throws {
        #expect(
            try Bench().run("watch", "--count=\(text)")
                == Run(2, complaint: "cartctl: --count has to be 1 or more, not '\(text)'\n")
        )
        #expect(try Bench().run("carts", "--count", "1").status == 2)
    }

    @Test("a refusal is told as by every other command, also after events")
    func refusal() throws {
        let bench = try Bench()
        bench.service.refuse(CartError(.unknownCart, "there is no cart x", details: ["cart": "x"]))
        #expect(
            bench.run("watch", "--cart", "x")
                == Run(
                    1,
                    complaint:
                        "cartctl: there is no cart x; `cartctl carts` shows what there is, `cartctl add` makes one\n"
                )
        )
        bench.service.tell(WatchCart.Event(sequence: 3, kind: .resumed))
        #expect(
            bench.run("watch", "--json")
                == Run(
                    1,
                    """
                    {"sequence":3,"kind":"resumed"}
                    {"error":{"code":"unknownCart","message":"there is no cart x","details":{"cart":"x"}}}

                    """
                )
        )
    }

    @Test("a reader that has enough ends it quietly, a full disk does not")
    func closedOutput() throws {
        var bench = try Bench()
        bench.service.tell(WatchCart.Event(sequence: 3, kind: .snapshot, state: try Self.cart(0)))
        bench.outputFailure = EPIPE
        #expect(bench.run("watch") == Run(0))
        #expect(bench.run("watch", "--json") == Run(0))
        bench.outputFailure = ENOSPC
        #expect(
            bench.run("watch", "--json")
                == Run(74, complaint: "cartctl: the output cannot be written: No space left on device\n")
        )
    }

    private static func summary(_ name: String, _ version: Int64) -> ListCarts.CartSummary {
        ListCarts.CartSummary(name: name, catalog: "shop", version: version, capacity: 6, lines: 1)
    }

    @Test("carts --watch: a snapshot of pages is one event, with the number of its first page")
    func carts() throws {
        let bench = try Bench()
        bench.service.tell(
            WatchCarts.Event(sequence: 2, kind: .snapshot, carts: [Self.summary("lost", 1)], more: true),
            WatchCarts.Event(sequence: 4, kind: .resync),
            WatchCarts.Event(sequence: 5, kind: .snapshot, carts: [Self.summary("a", 1)], more: true),
            WatchCarts.Event(sequence: 6, kind: .snapshot, carts: [Self.summary("c", 1)]),
            WatchCarts.Event(sequence: 6, kind: .changed, carts: [Self.summary("b", 7)])
        )
        #expect(
            bench.run("carts", "--watch", "--json")
                == Run(
                    0,
                    """
                    {"sequence":4,"kind":"resync"}
                    {"sequence":5,"kind":"snapshot","carts":[\
                    {"name":"a","catalog":"shop","version":1,"capacity":6,"lines":1},\
                    {"name":"c","catalog":"shop","version":1,"capacity":6,"lines":1}]}
                    {"sequence":6,"kind":"changed","carts":[{"name":"b","catalog":"shop","version":7,"capacity":6,"lines":1}]}

                    """
                )
        )
        #expect(
            bench.run("carts", "--watch").output.hasSuffix(
                """

                Cart  Catalog  Version   Lines
                a     shop           1  1 of 6
                b     shop           7  1 of 6
                c     shop           1  1 of 6

                """
            )
        )
    }

    @Test("catalog watch: what comes, changes and goes")
    func catalogs() throws {
        let bench = try Bench()
        let view = CatalogSummaryView(name: "shop", version: 1, groups: 1, products: 6)
        bench.service.tell(
            WatchCatalogs.Event(sequence: 1, kind: .snapshot, catalogs: []),
            WatchCatalogs.Event(sequence: 2, kind: .changed, catalogs: [view]),
            WatchCatalogs.Event(sequence: 3, kind: .removed, name: "shop")
        )
        let none = "There is no catalog: `cartctl catalog import FILE` brings one in.\n"
        #expect(
            bench.run("catalog", "watch", "shop")
                == Run(
                    0,
                    """
                    \(none)
                    Catalog  Version  Groups  Products
                    shop           1       1         6

                    Removed catalog shop
                    \(none)
                    """
                )
        )
        #expect(bench.service.last(WatchCatalogs.self) == WatchCatalogs(catalog: "shop"))
        #expect(
            bench.run("catalog", "watch", "--json").output.hasSuffix(
                """
                {"sequence":2,"kind":"changed","catalogs":[{"name":"shop","version":1,"groups":1,"products":6}]}
                {"sequence":3,"kind":"removed","name":"shop"}

                """
            )
        )
    }

    @Test("control watch: changes, and a line for what is sent")
    func controls() throws {
        let bench = try Bench()
        let buy = ControlView(try Control(name: "buy"))
        bench.service.tell(
            WatchControls.Event(sequence: 1, kind: .snapshot, controls: [buy]),
            WatchControls.Event(sequence: 2, kind: .sent, name: "buy", events: .touchUpInside, state: [.selected]),
            WatchControls.Event(sequence: 3, kind: .removed, name: "buy")
        )
        #expect(
            bench.run("control", "watch", "buy", "--events", "touchUpInside")
                == Run(
                    0,
                    """
                    Control  Version  State   Title  Image
                    buy            0  normal  -      -

                    2  buy sent touchUpInside · selected

                    Removed control buy
                    There is no control yet: `cartctl control set NAME --title T` makes the first.

                    """
                )
        )
        #expect(bench.service.last(WatchControls.self) == WatchControls(control: "buy", events: .touchUpInside))
        #expect(
            bench.run("control", "watch", "--json").output.hasSuffix(
                """
                {"sequence":2,"kind":"sent","name":"buy","events":64,"state":4}
                {"sequence":3,"kind":"removed","name":"buy"}

                """
            )
        )
    }
}
