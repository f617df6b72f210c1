import CartModel
import Testing
import TestSupport

@testable import CartStore

@Suite("Limits of the store")
struct LimitTests {
    static func options(carts: Int = 5, catalogs: Int = 5, products: Int = 100) -> StoreOptions {
        var options = StoreOptions()
        options.cartCount = carts
        options.catalogCount = catalogs
        options.storedProducts = products
        return options
    }

    static func catalog(_ name: String, _ products: Int = 1) throws -> Catalog {
        try Catalog(
            name: name,
            groups: [ProductGroup(products: (0..<products).map { StoreTests.product("\($0)") })]
        )
    }

    static func details(_ body: () throws -> Void) -> [String: CartError.Detail]? {
        do {
            try body()
            return nil
        } catch let error as CartError where error.code == .overloaded {
            return error.details
        } catch {
            return ["error": .string("\(error)")]
        }
    }

    @Test("The limits are those that are documented")
    func usual() {
        let options = StoreOptions()
        #expect(options.cartCount == 10_000)
        #expect(options.controlCount == 10_000)
        #expect(options.catalogCount == 256)
        #expect(options.storedProducts == 4_000_000)
        #expect(options.answerCount == 1_048_576)
        #expect(options.answerBytes == 268_435_456)
        #expect(options.answerSeconds == 600)
    }

    @Test("No more carts than allowed; those that are there go on")
    func carts() throws {
        let folder = try TemporaryFolder.inMemory()
        var store = try ModelStore(stateDirectory: folder.path, options: Self.options())
        for number in 0..<5 {
            try store.checkRoomForCart()
            store.put(try Cart(name: "\(number)"))
            if number == 2 { try store.commit() }
        }
        let full: [String: CartError.Detail] = ["limit": "carts", "used": 5, "allowed": 5]
        #expect(Self.details { try store.checkRoomForCart() } == full)
        // What is taken back leaves its place.
        store.rollback()
        #expect(store.carts.map(\.name) == ["0", "1", "2"])
        for name in ["\u{E9}", "a"] {
            try store.checkRoomForCart()
            store.put(try Cart(name: name))
        }
        try store.commit()
        #expect(store.carts.map(\.name) == ["0", "1", "2", "a", "\u{E9}"])
        store = try ModelStore(stateDirectory: folder.path + "/elsewhere")
        store = try ModelStore(stateDirectory: folder.path, options: Self.options())
        #expect(store.carts.map(\.name) == ["0", "1", "2", "a", "\u{E9}"])
        #expect(Self.details { try store.checkRoomForCart() } == full)
        var cart = try store.cart(named: "e\u{301}")
        try cart.add(StoreTests.product("x"))
        store.put(cart)
        try store.commit()
        #expect(store.carts.count == 5)
        #expect(store.carts.last?.lines.count == 1)
    }

    @Test("No more catalogs than allowed; a removed one gives way and its versions are not used again")
    func catalogs() throws {
        let folder = try TemporaryFolder.inMemory()
        var store = try ModelStore(stateDirectory: folder.path, options: Self.options())
        for name in ["a", "a", "a", "b", "c"] { try store.put(Self.catalog(name)) }
        try store.commit()
        #expect(
            Self.details { try store.put(Self.catalog("d")) } == ["limit": "catalogs", "used": 5, "allowed": 5]
        )
        // Those that are there go on.
        #expect(try store.put(Self.catalog("b")).version == 2)
        try store.removeCatalog(named: "a")
        try store.removeCatalog(named: "cars")
        // What is not on disk yet does not give way.
        #expect(Self.details { try store.put(Self.catalog("d")) } != nil)
        try store.commit()
        for _ in 0..<2 {
            #expect(try store.put(Self.catalog("d")).version == 4)
            #expect(Self.details { try store.put(Self.catalog("a")) } != nil)
            try store.removeCatalog(named: "d")
            store.rollback()
        }
        // Taken back, it has its place and its version again.
        #expect(try store.put(Self.catalog("a")).version == 4)
        store.rollback()
        #expect(try store.put(Self.catalog("d")).version == 4)
        try store.commit()
        for _ in 0..<2 {
            #expect(store.catalogNames() == ["b", "c", "d", "shop"])
            try folder.afterKill { #expect($0.catalogNames() == ["b", "c", "d", "shop"]) }
            store = try ModelStore(stateDirectory: folder.path + "/elsewhere")
            store = try ModelStore(stateDirectory: folder.path, options: Self.options())
        }
        try store.removeCatalog(named: "b")
        try store.commit()
        #expect(try store.put(Self.catalog("a")).version == 4)
        try store.commit()
        #expect(try store.catalog(named: "a").version == 4)
        #expect(try store.database.integer("SELECT count(*) FROM catalogs") == 4)
    }

    @Test("No more controls than allowed; a removed one leaves its place")
    func controls() throws {
        let folder = try TemporaryFolder.inMemory()
        var options = StoreOptions()
        options.controlCount = 2
        let store = try ModelStore(stateDirectory: folder.path, options: options)
        for name in ["a", "b"] {
            try store.checkRoomForControl()
            store.put(try Control(name: name), as: .changed)
        }
        try store.commit()
        let full: [String: CartError.Detail] = ["limit": "controls", "used": 2, "allowed": 2]
        #expect(Self.details { try store.checkRoomForControl() } == full)
        // At once, and only for one.
        try store.removeControl(named: "a")
        try store.checkRoomForControl()
        store.put(try Control(name: "c"), as: .changed)
        #expect(Self.details { try store.checkRoomForControl() } == full)
        store.rollback()
        #expect(Self.details { try store.checkRoomForControl() } == full)
        try store.removeControl(named: "a")
        try store.commit()
        try store.checkRoomForControl()
    }

    @Test("All catalogs together are bounded, loaded or not")
    func products() throws {
        let folder = try TemporaryFolder.inMemory()
        var store = try ModelStore(stateDirectory: folder.path, options: Self.options())
        try store.put(Self.catalog("a", 50))
        try store.put(Self.catalog("b", 47))
        try store.commit()
        for _ in 0..<2 {
            let expected: [String: CartError.Detail] = ["limit": "products", "used": 99, "allowed": 100]
            #expect(Self.details { try store.put(Self.catalog("c", 1)) } == expected)
            #expect(Self.details { try store.put(Self.catalog("a", 52)) }?["used"] == 48)
            #expect(try store.put(Self.catalog("a", 51)).count == 51)
            store.rollback()
            store = try ModelStore(stateDirectory: folder.path + "/elsewhere")
            store = try ModelStore(stateDirectory: folder.path, options: Self.options())
        }
        try store.removeCatalog(named: "b")
        try store.put(Self.catalog("c", 48))
    }
}
