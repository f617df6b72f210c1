import CartCommands
import CartJSON
import CartModel
import CartProtocol
import Testing

@Suite("Commands about carts")
struct CartCommandTests {
    @Test("show, of a cart that nobody has filled")
    func emptyCart() throws {
        let bench = try Bench()
        #expect(
            bench.run("show")
                == Run(
                    0,
                    """
                    Cart default · catalog shop · version 0 · 0 of 6 lines
                    It is empty: `cartctl add` puts the first product in.

                    """
                )
        )
        #expect(
            bench.run("--json", "show").output == """
                {"cart":{"name":"default","catalog":"shop","version":0,"capacity":6,"lines":[]},"canAdd":true,"canRemove":false}

                """
        )
    }

    @Test("add, as text and as JSON")
    func add() throws {
        let bench = try Bench()
        #expect(
            bench.run("add")
                == Run(
                    0,
                    """
                    Added 1 of danjianbao, 单肩包
                    Cart default · catalog shop · version 1 · 1 of 6 lines

                    Line  Product     Name    Quantity
                       1  danjianbao  单肩包         1

                    `cartctl add` puts the next product in, `cartctl remove` takes the last line out.

                    """
                )
        )
        #expect(
            bench.run("add", "qianbao", "--quantity", "2", "--json").output == """
                {"cart":{"name":"default","catalog":"shop","version":2,"capacity":6,"lines":[{"id":"danjianbao",\
                "product":{"id":"danjianbao","name":"单肩包","icon":"danjianbao"},"quantity":1},{"id":"qianbao",\
                "product":{"id":"qianbao","name":"钱包","icon":"qianbao"},"quantity":2}]},"canAdd":true,"canRemove":true}

                """
        )
    }

    @Test("add passes every option on")
    func addOptions() throws {
        let bench = try Bench()
        bench.run("add", "m_3_100", "--quantity=3", "--cart", "till", "--catalog", "cars", "--capacity", "20")
        #expect(
            bench.service.last(AddLineItem.self)
                == AddLineItem(cart: "till", product: "m_3_100", quantity: 3, catalog: "cars", capacity: 20)
        )
        bench.run("add")
        #expect(bench.service.last(AddLineItem.self) == AddLineItem())
    }

    @Test("a full cart: the sixth add disables adding, the seventh is refused")
    func full() throws {
        let bench = try Bench()
        for count in 1...6 {
            let output = bench.run("--json", "add").output
            #expect(output.hasSuffix(#""canAdd":\#(count < 6),"canRemove":true}"# + "\n"))
        }
        #expect(
            bench.run("add")
                == Run(1, complaint: "cartctl: the cart default is full: 6 of 6 lines; `cartctl remove` makes room\n")
        )
        #expect(
            bench.run("add", "--json")
                == Run(
                    1,
                    #"{"error":{"code":"cartFull","message":"the cart default is full: 6 of 6 lines","#
                        + #""details":{"capacity":6,"cart":"default"}}}"# + "\n"
                )
        )
        #expect(bench.run("show").output.hasSuffix("\nIt is full: `cartctl remove` takes the last line out.\n"))
    }

    @Test("remove: the last line, a product's, one by its number")
    func remove() throws {
        let bench = try Bench().filled()
        #expect(bench.run("remove").output.hasPrefix("Removed the last line\n"))
        #expect(bench.service.last(RemoveLineItem.self) == RemoveLineItem())
        #expect(bench.run("remove", "qianbao").output.hasPrefix("Removed qianbao\n"))
        #expect(bench.service.last(RemoveLineItem.self) == RemoveLineItem(product: "qianbao"))
        #expect(bench.run("remove", "--line", "1").output.hasPrefix("Removed line 1\n"))
        #expect(bench.service.last(RemoveLineItem.self) == RemoveLineItem(index: 0))
        let left = bench.run("show").output
        #expect(
            left.contains("   1  liantiaobao") && left.contains("   3  shuangjianbao") && left.contains("3 of 6 lines")
        )
    }

    @Test(
        "remove --line, outside of the cart",
        arguments: [
            ("0", -1), ("-1", -2), ("7", 6), ("99999999999999999999", .max - 1), ("-99999999999999999999", .min),
            ("-9223372036854775808", .min), ("-9223372036854775807", .min),
        ] as [(String, Int64)]
    )
    func unknownLine(line: String, index: Int64) throws {
        let bench = try Bench().filled()
        #expect(
            bench.run("remove", "--line", line)
                == Run(1, complaint: "cartctl: the cart default has no line \(line); its lines are 1 to 6\n")
        )
        #expect(bench.service.last(RemoveLineItem.self) == RemoveLineItem(index: index))
        bench.run("clear")
        #expect(
            bench.run("remove", "--line", line)
                == Run(
                    1,
                    complaint: "cartctl: the cart default has no line to remove; `cartctl add` puts something in\n"
                )
        )
    }

    @Test("set: another quantity, and none")
    func set() throws {
        let bench = try Bench().filled(2)
        #expect(bench.run("set", "qianbao", "4").output.hasPrefix("qianbao is 4 times in the cart now\n"))
        #expect(bench.service.last(SetLineItem.self) == SetLineItem(product: "qianbao", quantity: 4))
        let gone = bench.run("set", "qianbao", "0").output
        #expect(gone.hasPrefix("qianbao is not in the cart now\n") && gone.contains("1 of 6 lines"))
    }

    @Test(
        "a quantity out of range is the daemon's answer, however long it is",
        arguments: [
            "0", "-1", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
            String(repeating: "9", count: 400), "-" + String(repeating: "9", count: 400),
        ]
    )
    func invalidQuantity(text: String) throws {
        let bench = try Bench().filled(1)
        let before = bench.run("--json", "show")
        let words = ["--json", "add", "danjianbao", "--quantity", text]
        #expect(
            bench.run(words)
                == Run(
                    1,
                    #"{"error":{"code":"invalidQuantity","message":"the quantity \#(text) is not between 1 and 2147483647","#
                        + #""details":{"quantity":"\#(text)"}}}"# + "\n"
                )
        )
        if text != "0" {
            #expect(bench.run("set", "danjianbao", text).status == 1)
        }
        #expect(bench.run("--json", "show") == before)
    }

    @Test("quantities at the edge of what is allowed", arguments: ["1", "+1", "0001", "2147483647"])
    func validQuantity(text: String) throws {
        let bench = try Bench()
        #expect(bench.run("add", "--quantity", text).status == 0)
        #expect(bench.service.last(AddLineItem.self)?.quantity == Int64(text))
    }

    @Test("capacities out of range", arguments: ["0", "-5", "1001", "99999999999999999999"])
    func invalidCapacity(text: String) throws {
        let run = try Bench().run("add", "--capacity", text)
        #expect(run == Run(1, complaint: "cartctl: the capacity \(text) is not between 1 and 1000\n"))
    }

    @Test("a line whose product is no longer in the catalog is marked, and only that one")
    func unavailable() throws {
        let bench = try Bench().filled(2)
        bench.run("catalog", "import", "shop.plist")
        #expect(
            bench.run("show").output == """
                Cart default · catalog shop · version 2 · 2 of 6 lines

                Line  Product     Name    Quantity
                   1  danjianbao  单肩包         1  no longer in shop
                   2  qianbao     钱包           1

                Nothing of shop is left to add: `cartctl remove` takes the last line out.

                """
        )
        #expect(
            bench.run("--json", "show").output == """
                {"cart":{"name":"default","catalog":"shop","version":2,"capacity":6,"lines":[{"id":"danjianbao",\
                "product":{"id":"danjianbao","name":"单肩包","icon":"danjianbao"},"quantity":1,"available":false},\
                {"id":"qianbao","product":{"id":"qianbao","name":"钱包","icon":"qianbao"},"quantity":1}]},"canAdd":false,\
                "canRemove":true}

                """
        )
    }

    @Test("clear and carts")
    func clearAndCarts() throws {
        let bench = try Bench()
        #expect(bench.run("carts") == Run(0, "There is no cart yet: `cartctl add` makes the first.\n"))
        #expect(bench.run("--json", "carts") == Run(0, #"{"carts":[]}"# + "\n"))
        bench.run("add")
        bench.run("add", "--cart", "till 2", "--catalog", "cars", "--capacity", "20")
        #expect(
            bench.run("carts").output == """
                Cart     Catalog  Version    Lines
                default  shop           1   1 of 6
                till 2   cars           1  1 of 20

                """
        )
        #expect(
            bench.run("--json", "carts").output == """
                {"carts":[{"name":"default","catalog":"shop","version":1,"capacity":6,"lines":1},\
                {"name":"till 2","catalog":"cars","version":1,"capacity":20,"lines":1}]}

                """
        )
        #expect(
            bench.run("clear", "--cart", "till 2").output == """
                Removed every line
                Cart till 2 · catalog cars · version 2 · 0 of 20 lines
                It is empty: `cartctl add --cart 'till 2'` puts the first product in.

                """
        )
    }

    @Test("a line out of every refusal about carts")
    func refusals() throws {
        let bench = try Bench()
        #expect(
            bench.run("remove").complaint
                == "cartctl: the cart default has no line to remove; `cartctl add` puts something in\n"
        )
        #expect(
            bench.run("show", "--cart", "nix").complaint
                == "cartctl: there is no cart nix; `cartctl carts` shows what there is, `cartctl add` makes one\n"
        )
        #expect(
            bench.run("add", "nix").complaint
                == "cartctl: the catalog shop has no product nix; `cartctl catalog show shop` shows what there is\n"
        )
        bench.run("add")
        #expect(
            bench.run("remove", "nix").complaint
                == "cartctl: the product nix is not in the cart default; `cartctl show` shows what is in it\n"
        )
    }
}
