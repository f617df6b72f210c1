import CartModel
import Glibc
import Testing
import TestSupport

@testable import CartStore

@Suite("Store")
struct StoreTests {
    /// Texts that a careless store changes: emoji, right-to-left, both normal forms, a quote, a NUL-like symbol.
    static let texts = [
        "\u{1F600}\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "حقيبة يد", "e\u{301}", "\u{E9}",
        "o'clock\"; DROP TABLE carts",
        "\u{2400}", "\u{FEFF}x", "\u{1100}\u{1161}", "\u{AC00}", "a\u{300}\u{323}", "a\u{323}\u{300}",
    ]

    static func product(_ id: String) -> Product {
        Product(id: id, name: "name of \(id)", icon: id + ".png")
    }

    static func bytes(_ product: Product) -> [[UInt8]] {
        [Array(product.id.utf8), Array(product.name.utf8), Array((product.icon ?? "-").utf8)]
    }

    @Test("A new store has the built-in catalogs and the empty default cart")
    func fresh() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path + "/deep/er")
        #expect(store.storeID.count == 32)
        #expect(store.storeID.allSatisfy { "0123456789abcdef".contains($0) })
        #expect(store.catalogNames() == ["cars", "shop"])
        #expect(
            try store.catalogSummaries() == [
                CatalogSummary(name: "cars", version: 0, groups: 21, products: 141),
                CatalogSummary(name: "shop", version: 0, groups: 1, products: 6),
            ]
        )
        #expect(try store.cart(named: "default") == Cart())
        #expect(store.storedCart(named: "default") == nil)
        #expect(store.carts.isEmpty)
        #expect(!store.hasUncommittedChanges)
        #expect(throws: CartError.self) { try store.cart(named: "other") }
        #expect(throws: CartError.self) { try store.catalog(named: "other") }

        for (path, mode) in [("/deep", 0o40700), ("/deep/er", 0o40700), ("/deep/er/cartd.sqlite", 0o100600)] {
            var status = stat()
            #expect(stat(folder.path + path, &status) == 0)
            #expect(status.st_mode == mode, "\(path)")
        }
        // No shared memory file: the log is for one process.
        #expect(access(folder.path + "/deep/er/cartd.sqlite-shm", F_OK) != 0)
    }

    @Test("What is committed is there after a restart, byte for byte")
    func durability() throws {
        let folder = try TemporaryFolder.inMemory()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        let identity = store?.storeID
        var cart = try Cart(name: "ŝ\u{301}", catalog: "catalog", capacity: 100)
        for (index, text) in Self.texts.enumerated() {
            try cart.add(Product(id: "\(index)", name: text, icon: index == 0 ? nil : text), quantity: Int64(index) + 1)
        }
        store?.put(cart)
        let products = Self.texts.enumerated().map { Product(id: "\($0.offset)", name: $0.element, icon: $0.element) }
        let catalog = try Catalog(
            name: "catalog",
            groups: [ProductGroup(title: "e\u{301}", products: products), ProductGroup(title: "empty")]
        )
        let put = try store?.put(catalog)
        let kept = try #require(put)
        #expect(kept.version == 1)
        try store?.commit()
        #expect(store?.hasUncommittedChanges == false)
        store = nil

        let again = try ModelStore(stateDirectory: folder.path)
        #expect(again.storeID == identity)
        let loaded = try again.cart(named: "ŝ\u{301}")
        #expect(loaded == cart)
        #expect(loaded.lines.map { Self.bytes($0.product) } == cart.lines.map { Self.bytes($0.product) })
        let read = try again.catalog(named: "catalog")
        #expect(read == kept)
        #expect(
            read.groups.flatMap(\.products).map(Self.bytes) == kept.groups.flatMap(\.products).map(Self.bytes)
        )
        #expect(read.groups.map { Array($0.title.utf8) } == [[0x65, 0xCC, 0x81], Array("empty".utf8)])
    }

    @Test("What is on disk right after a commit is enough for the next start, as after kill -9")
    func snapshotAfterCommit() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        var cart = try Cart()
        for number in 1...6 {
            try cart.add(Self.product("\(number)"))
            store.put(cart)
            try folder.afterKill { store throws in
                #expect(try store.cart(named: "default").version == Int64(number) - 1)
            }
            try store.commit()
            try folder.afterKill { store throws in #expect(try store.cart(named: "default") == cart) }
        }
    }

    @Test("Every kind of change to the lines of a cart is written as it is")
    func lineChanges() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        func check(_ cart: Cart) throws {
            store.put(cart)
            try store.commit()
            try folder.afterKill { store throws in #expect(try store.cart(named: "default") == cart) }
        }
        var cart = try Cart(capacity: 20)
        for number in 1...5 { try cart.add(Self.product("\(number)")) }
        try check(cart)
        try cart.remove("1")
        try check(cart)
        try cart.setQuantity(7, of: Self.product("3"))
        try check(cart)
        try cart.removeLast()
        try cart.add(Self.product("9"), quantity: 2)
        try check(cart)
        cart.clear()
        try check(cart)
        // The same again, in another spelling that Swift takes for equal.
        try cart.add(Product(id: "x", name: "e\u{301}"))
        try check(cart)
        cart = try Cart(
            name: "default",
            catalog: "shop",
            capacity: 20,
            version: cart.version + 1,
            lines: [LineItem(product: Product(id: "x", name: "\u{E9}"), quantity: 1)]
        )
        store.put(cart)
        try store.commit()
        try folder.afterKill { store throws in
            #expect(try store.cart(named: "default").lines.first.map { Array($0.product.name.utf8) } == [0xC3, 0xA9])
        }
    }

    @Test("Names that Swift takes for equal are one name, in the first spelling")
    func canonicalEquivalence() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        var cart = try Cart(name: "caf\u{E9}")
        try cart.add(Self.product("1"))
        store.put(cart)
        try store.commit()
        var other = try Cart(
            name: "cafe\u{301}",
            catalog: "shop",
            capacity: 6,
            version: cart.version,
            lines: cart.lines
        )
        try other.add(Self.product("2"))
        store.put(other)
        try store.put(Catalog(name: "caf\u{E9}", groups: []))
        let second = try store.put(Catalog(name: "cafe\u{301}", groups: [ProductGroup()]))
        #expect(second.version == 2)
        try store.commit()
        for check in [{ try $0(store) }, folder.afterKill] as [((ModelStore) throws -> Void) throws -> Void] {
            try check { store throws in
                #expect(Array(store.carts) == [other])
                #expect(store.carts.map { Array($0.name.utf8) } == [Array("caf\u{E9}".utf8)])
                #expect(store.catalogNames().map { Array($0.utf8) }.contains(Array("caf\u{E9}".utf8)))
                #expect(store.catalogNames().count == 3)
                #expect(try store.catalog(named: "cafe\u{301}").version == 2)
            }
        }
    }

    @Test("An imported catalog takes the place of a built-in one; a removed one stays gone")
    func builtInCatalogs() throws {
        let folder = try TemporaryFolder.inMemory()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        let mine = try Catalog(name: "shop", groups: [ProductGroup(products: [Self.product("1")])])
        #expect(try store?.put(mine).version == 1)
        try store?.removeCatalog(named: "cars")
        #expect(throws: CartError.self) { try store?.removeCatalog(named: "cars") }
        #expect(throws: CartError.self) { try store?.catalog(named: "cars") }
        var cart = try Cart(name: "c", catalog: "cars")
        try cart.add(Self.product("car"))
        store?.put(cart)
        try store?.commit()
        store = nil
        store = try ModelStore(stateDirectory: folder.path)
        #expect(store?.catalogNames() == ["shop"])
        #expect(try store?.catalog(named: "shop").version == 1)
        #expect(try store?.cart(named: "c") == cart)

        // A removed one may come back, with the next version.
        try store?.removeCatalog(named: "shop")
        try store?.commit()
        #expect(try store?.put(mine).version == 2)
        #expect(try store?.put(Catalog(name: "cars", groups: [])).version == 1)
        try store?.commit()
        store = nil
        let again = try ModelStore(stateDirectory: folder.path)
        #expect(
            try again.catalogSummaries() == [
                CatalogSummary(name: "cars", version: 1, groups: 0, products: 0),
                CatalogSummary(name: "shop", version: 2, groups: 1, products: 1),
            ]
        )
    }

    @Test("Rollback takes back everything since the last commit")
    func rollback() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        var cart = try Cart()
        try cart.add(Self.product("1"))
        store.put(cart)
        let kept = try store.put(Catalog(name: "kept", groups: []))
        try store.commit()
        let before = cart
        let key = try IdempotencyKey(owner: 1, key: "k")

        for _ in 0..<2 {
            try cart.add(Self.product("2"))
            store.put(cart)
            try cart.add(Self.product("3"))
            store.put(cart)
            store.put(try Cart(name: "new"))
            try store.put(Catalog(name: "new", groups: []))
            try store.put(Catalog(name: "kept", groups: [ProductGroup()]))
            try store.put(Catalog(name: "kept", groups: [ProductGroup(), ProductGroup()]))
            try store.removeCatalog(named: "shop")
            store.record(RecordedAnswer(request: [1], answer: [2]), for: key)
            #expect(try store.recordedAnswer(for: key)?.answer == [2])
            #expect(store.hasUncommittedChanges)
            store.rollback()
            #expect(!store.hasUncommittedChanges)
            #expect(Array(store.carts) == [before])
            #expect(store.catalogNames() == ["cars", "kept", "shop"])
            #expect(try store.catalog(named: "kept") == kept)
            #expect(try store.catalog(named: "shop").count == 6)
            #expect(try store.recordedAnswer(for: key) == nil)
            cart = before
        }
        try store.commit()
        try folder.afterKill { #expect(Array($0.carts) == [before]) }
    }
}
