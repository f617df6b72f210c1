import CartCommands
import CartJSON
import CartModel
import CartProtocol
import Testing

@Suite("Commands about catalogs")
struct CatalogCommandTests {
    @Test("list")
    func list() throws {
        let bench = try Bench()
        #expect(
            bench.run("catalog", "list").output == """
                Catalog  Version  Groups  Products
                cars           0       2         3
                shop           0       1         6

                """
        )
        #expect(
            bench.run("catalog", "list", "--json").output == """
                {"catalogs":[{"name":"cars","version":0,"groups":2,"products":3},\
                {"name":"shop","version":0,"groups":1,"products":6}]}

                """
        )
    }

    @Test("Just what changes catalogs is done as an administrator")
    func roles() throws {
        let bench = try Bench()
        bench.run("catalog", "list")
        bench.run("catalog", "import", "menu.json")
        bench.run("catalog", "remove", "cars")
        bench.run("add")
        #expect(bench.connected.map(\.role) == [.cart, .admin, .admin, .cart])
    }

    @Test("list, where there is none")
    func emptyList() throws {
        let bench = try Bench()
        bench.run("catalog", "remove", "shop")
        bench.run("catalog", "remove", "cars")
        #expect(
            bench.run("catalog", "list")
                == Run(0, "There is no catalog: `cartctl catalog import FILE` brings one in.\n")
        )
        #expect(bench.run("--json", "catalog", "list") == Run(0, #"{"catalogs":[]}"# + "\n"))
        #expect(
            bench.run("show").output == """
                Cart default · catalog shop · version 0 · 0 of 6 lines
                It is empty, and there is nothing to add: see `cartctl catalog list`.

                """
        )
    }

    @Test("show, flat and in groups")
    func show() throws {
        let bench = try Bench()
        #expect(
            bench.run("catalog", "show", "shop").output == """
                Catalog shop · version 0 · 6 products

                Product        Name    Icon
                danjianbao     单肩包  danjianbao
                qianbao        钱包    qianbao
                liantiaobao    链条包  liantiaobao
                shoutibao      手提包  shoutibao
                shuangjianbao  双肩包  shuangjianbao
                xiekuabao      斜挎包  xiekuabao

                """
        )
        #expect(
            bench.run("catalog", "show", "cars").output == """
                Catalog cars · version 0 · 3 products in 2 groups

                Product   Name           Icon
                A
                m_9_100   奥迪           m_9_100.png
                m_92_100  阿尔法·罗密欧  m_92_100.png
                B
                m_3_100   宝马           -

                """
        )
        #expect(
            bench.run("--json", "catalog", "show", "cars").output == """
                {"catalog":{"name":"cars","version":0,"groups":[{"title":"A","products":[\
                {"id":"m_9_100","name":"奥迪","icon":"m_9_100.png"},\
                {"id":"m_92_100","name":"阿尔法·罗密欧","icon":"m_92_100.png"}]},\
                {"title":"B","products":[{"id":"m_3_100","name":"宝马","icon":null}]}]}}

                """
        )
    }

    @Test(
        "import names the catalog after the file, or as it is told",
        arguments: [
            (["bags.plist"], "bags"), (["/var/lib/bags.v2.plist"], "bags.v2"), (["../bags"], "bags"),
            ([".plist"], ".plist"), (["a/bags.plist/"], "bags"), (["bags.plist", "--name", "shop"], "shop"),
        ]
    )
    func importName(words: [String], name: String) throws {
        let bench = try Bench()
        #expect(
            bench.run(["catalog", "import"] + words)
                == Run(0, "Imported catalog \(name) · version 1 · 1 product in 1 group\n")
        )
        #expect(bench.service.last(ImportCatalog.self) == ImportCatalog(catalog: name, file: words[0]))
    }

    @Test("import and remove as JSON, and the refusals")
    func importAndRemove() throws {
        let bench = try Bench()
        #expect(
            bench.run("--json", "catalog", "import", "bags.plist")
                == Run(0, #"{"catalog":{"name":"bags","version":1,"groups":1,"products":1}}"# + "\n")
        )
        #expect(
            bench.run("--json", "catalog", "remove", "bags")
                == Run(0, #"{"catalog":{"name":"bags","version":1,"groups":1,"products":1}}"# + "\n")
        )
        #expect(
            bench.run("catalog", "remove", "bags")
                == Run(
                    1,
                    complaint: "cartctl: there is no catalog bags; `cartctl catalog list` shows what there is, "
                        + "`cartctl catalog import` brings in more\n"
                )
        )
        #expect(
            bench.run("catalog", "import", "/")
                == Run(2, complaint: "cartctl: '/' is not the name of a file\n")
        )
    }

    @Test("a refused file says in one line where all of its faults can be read")
    func refusedFile() throws {
        let bench = try Bench()
        let rows: [CartError.Detail] = [
            .object(["row": 2, "reason": "the name is empty"]), .object(["row": 5, "reason": "the id a is taken"]),
        ]
        bench.service.refuse(
            CartError(
                .invalidCatalog,
                "bags.plist is refused: row 2: the name is empty (and 1 more faults)",
                details: ["faults": 2, "file": "bags.plist", "rows": .list(rows)]
            )
        )
        #expect(
            bench.run("catalog", "import", "bags.plist").complaint
                == "cartctl: bags.plist is refused: row 2: the name is empty (and 1 more faults); "
                + "--json lists all of them; the catalog of before stays\n"
        )
        #expect(
            bench.run("--json", "catalog", "import", "bags.plist").output == """
                {"error":{"code":"invalidCatalog","message":"bags.plist is refused: row 2: the name is empty (and 1 more \
                faults)","details":{"faults":2,"file":"bags.plist","rows":[{"reason":"the name is empty","row":2},\
                {"reason":"the id a is taken","row":5}]}}}

                """
        )
    }
}
