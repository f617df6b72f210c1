import CartModel
import Testing

@Suite("The rules of a cart")
struct CartRulesTests {
    let bags: Catalog

    init() throws {
        let ids = ["danjianbao", "qianbao", "liantiaobao", "shoutibao", "shuangjianbao", "xiekuabao"]
        bags = try Catalog(
            name: "shop",
            groups: [ProductGroup(products: ids.map { Product(id: $0, name: $0, icon: $0) })]
        )
    }

    func full() throws -> Cart {
        var cart = try Cart()
        for _ in 0..<6 { try cart.addNext(from: bags) }
        return cart
    }

    func code(_ body: () throws -> Void) -> CartError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? CartError)?.code
        }
    }

    @Test("Adding follows catalog order and canAdd turns false exactly after the sixth")
    func addsInOrder() throws {
        var cart = try Cart()
        for index in 0..<6 {
            #expect(cart.canAdd(from: bags))
            #expect(cart.version == Int64(index))
            try cart.addNext(from: bags)
        }
        #expect(cart.lines.map(\.id) == bags.groups[0].products.map(\.id))
        #expect(!cart.canAdd(from: bags))
        let before = cart
        #expect(code { try cart.addNext(from: bags) } == .cartFull)
        #expect(cart == before)
    }

    @Test("A removed product in the middle is the next to be added")
    func refillsTheGap() throws {
        var cart = try full()
        try cart.remove("liantiaobao")
        #expect(cart.nextProduct(in: bags)?.id == "liantiaobao")
        try cart.addNext(from: bags)
        #expect(cart.lines.last?.id == "liantiaobao")
    }

    @Test("Removing goes from the end down to none and then refuses")
    func removesToNone() throws {
        var cart = try full()
        for left in (0..<6).reversed() {
            #expect(cart.canRemove)
            try cart.removeLast()
            #expect(cart.lines.count == left)
            #expect(cart.canAdd(from: bags))
        }
        #expect(!cart.canRemove)
        #expect(code { try cart.removeLast() } == .nothingToRemove)
        #expect(code { try cart.remove("qianbao") } == .nothingToRemove)
        #expect(code { try cart.removeLine(at: 0) } == .nothingToRemove)
        #expect(cart.version == 12)
    }

    @Test("A product has one line, whose quantities add up")
    func oneLineAProduct() throws {
        var cart = try Cart()
        let product = try #require(bags["qianbao"])
        try cart.add(product, quantity: 2)
        try cart.add(product, quantity: 2)
        #expect(cart.lines.map(\.quantity) == [4])
        #expect(cart.version == 2)
    }

    @Test("A full cart still takes more of what it has")
    func moreOfTheSame() throws {
        var cart = try full()
        try cart.add(try #require(bags["qianbao"]), quantity: 5)
        #expect(cart.lines[1].quantity == 6)
    }

    @Test(
        "Quantities out of range change nothing",
        arguments: [0, -1, 2_147_483_648, Int64.max, Int64.min]
    )
    func badQuantities(quantity: Int64) throws {
        var cart = try full()
        try cart.removeLast()
        let before = cart
        #expect(code { try cart.addNext(from: bags, quantity: quantity) } == .invalidQuantity)
        #expect(code { try cart.add(try #require(bags["qianbao"]), quantity: quantity) } == .invalidQuantity)
        if quantity != 0 {
            #expect(code { try cart.setQuantity(quantity, of: try #require(bags["qianbao"])) } == .invalidQuantity)
        }
        #expect(cart == before)
    }

    @Test("The sum of a line is bounded like a quantity")
    func boundedSum() throws {
        var cart = try Cart()
        let product = try #require(bags["qianbao"])
        try cart.add(product, quantity: 2_147_483_647)
        #expect(code { try cart.add(product, quantity: 1) } == .invalidQuantity)
        #expect(cart.lines.map(\.quantity) == [2_147_483_647])
    }

    @Test("Setting makes, changes, keeps and removes a line; only a change raises the version")
    func sets() throws {
        var cart = try Cart()
        let product = try #require(bags["qianbao"])
        #expect(try cart.setQuantity(0, of: product) == false)
        #expect(try cart.setQuantity(3, of: product))
        #expect(try cart.setQuantity(3, of: product) == false)
        #expect(try cart.setQuantity(2_147_483_647, of: product))
        #expect(cart.version == 2)
        #expect(try cart.setQuantity(0, of: product))
        #expect(cart.lines.isEmpty)
        #expect(cart.version == 3)
        let cleared = cart.clear()
        #expect(!cleared)
        #expect(cart.version == 3)
    }

    @Test("With room left but every product taken there is nothing to add")
    func exhausted() throws {
        var cart = try Cart(capacity: 7)
        for _ in 0..<6 { try cart.addNext(from: bags) }
        #expect(!cart.canAdd(from: bags))
        #expect(code { try cart.addNext(from: bags) } == .nothingToAdd)
    }

    @Test("A line by index, and none beside the ends", arguments: [Int64.min, -1, 6, Int64.max])
    func lineOutside(index: Int64) throws {
        var cart = try full()
        #expect(code { try cart.removeLine(at: index) } == .unknownLine)
        try cart.removeLine(at: 5)
        #expect(cart.lines.map(\.id).last == "shuangjianbao")
    }

    @Test("The expected version is compared with the current one")
    func expectedVersion() throws {
        let cart = try full()
        #expect(code { try cart.check(expectedVersion: 6) } == nil)
        #expect(code { try cart.check(expectedVersion: nil) } == nil)
        do {
            try cart.check(expectedVersion: 5)
            Issue.record("version 5 was accepted")
        } catch {
            #expect(error.code == .versionConflict)
            #expect(error.details["currentVersion"] == 6)
        }
    }

    @Test("Capacities out of range are refused", arguments: [0, -1, 1001, Int64.max])
    func capacities(capacity: Int64) {
        #expect(code { _ = try Cart(capacity: capacity) } == .invalidCapacity)
    }

    @Test(
        "Names that would break a log or a terminal are refused",
        arguments: ["", "a\nb", "a\u{7F}", "\u{85}", "a\0"]
    )
    func names(name: String) {
        #expect(code { _ = try Cart(name: name) } == .invalidName)
        #expect(code { _ = try Cart(name: String(repeating: "x", count: 129)) } == .invalidName)
        #expect(code { _ = try Cart(name: String(repeating: "袋", count: 42)) } == nil)
    }
}
