import CartModel
import TestSupport
import Testing

@testable import CartStore

@Suite("The numbers of changes on disk")
struct SequenceTests {
    static func catalog() throws -> Catalog {
        try Catalog(name: "menu", groups: [ProductGroup(products: [Product(id: "tea", name: "Tea")])])
    }

    @Test("They go on after a kill, whatever the last commit was about", arguments: UInt64(1)...4)
    func kills(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder()
        let store = try ModelStore(stateDirectory: folder.path)
        var newest: Int64 = 0
        for step in 0..<40 {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1:
                    var cart = try store.cart(named: Cart.defaultName)
                    try cart.add(Product(id: "p\(step % 3)", name: "P"), quantity: 1)
                    store.put(cart)
                case 2:
                    try store.put(try Self.catalog())
                case 3:
                    guard store.catalogNames().contains("menu") else { continue }
                    try store.removeCatalog(named: "menu")
                case 4:
                    store.put(try ControlStoreTests.control(), as: .changed)
                default:
                    guard store.storedControl(named: "buy") != nil else { continue }
                    if Bool.random(using: &random) {
                        _ = try store.send(.touchDown, toControlNamed: "buy")
                    } else {
                        try store.removeControl(named: "buy")
                    }
                }
                newest += 1
                #expect(store.history.newest == newest)
            }
            if Int.random(in: 0..<5, using: &random) == 0 {
                store.rollback()
                newest = store.history.newest
            } else {
                try store.commit()
            }
            try folder.afterKill { #expect($0.history.newest == newest, "seed \(seed), step \(step)") }
        }
    }

    @Test("A change of a cart alone writes no page of the counter")
    func pages() throws {
        let folder = try TemporaryFolder()
        let store = try ModelStore(stateDirectory: folder.path)
        let counter = try store.database.integer("SELECT value FROM counters WHERE name = 'changes'")
        for _ in 0..<3 {
            var cart = try store.cart(named: Cart.defaultName)
            try cart.add(Product(id: "p", name: "P"), quantity: 1)
            store.put(cart)
            try store.commit()
        }
        #expect(try store.database.integer("SELECT value FROM counters WHERE name = 'changes'") == counter)
        #expect(try store.database.integer("SELECT sequence FROM carts") == 3)
    }
}
