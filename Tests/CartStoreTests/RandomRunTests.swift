import CartModel
import Testing
import TestSupport

@testable import CartStore

/// Random runs against a model that is nothing but dictionaries.
@Suite("Random runs")
struct RandomRunTests {
    /// What there should be: what a caller sees, and what the disk has.
    struct Model: Equatable {
        var carts: [String: Cart] = [:]
        var catalogs: [String: Catalog] = [:]
        var versions: [String: Int64] = [:]
        var answers: [IdempotencyKey: RecordedAnswer] = [:]
    }

    static let cartNames = ["default", "b", "caf\u{E9}", "cafe\u{301}", "\u{1F600}"]
    static let catalogNames = ["shop", "cars", "own", "\u{212B}", "\u{C5}", "A\u{30A}"]

    static func check(_ store: ModelStore, _ model: Model, _ note: Comment) throws {
        #expect(Dictionary(uniqueKeysWithValues: store.carts.map { ($0.name, $0) }) == model.carts, note)
        for cart in store.carts {
            let expected = try #require(model.carts[cart.name])
            #expect(Array(cart.name.utf8) == Array(expected.name.utf8), note)
            #expect(
                cart.lines.map { Array($0.product.name.utf8) } == expected.lines.map { Array($0.product.name.utf8) },
                note
            )
        }
        #expect(store.catalogNames().sorted() == model.catalogs.keys.sorted(), note)
        for (name, catalog) in model.catalogs {
            #expect(try store.catalog(named: name) == catalog, note)
        }
        for number in 0..<12 {
            let key = try IdempotencyKey(owner: UInt32(number % 2), key: "\(number)")
            #expect(try store.recordedAnswer(for: key) == model.answers[key], note)
        }
    }

    static func changeCart(_ store: ModelStore, _ model: inout Model, _ random: inout SplitMix64) throws {
        let name = cartNames.randomElement(using: &random) ?? ""
        var cart = try model.carts[name] ?? Cart(name: name, capacity: 10)
        let product = Product(
            id: "\(Int.random(in: 0..<14, using: &random))",
            name: StoreTests.texts.randomElement(using: &random) ?? "x"
        )
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: try? cart.add(product, quantity: .random(in: 1...9, using: &random))
        case 2: _ = try? cart.setQuantity(.random(in: 0...9, using: &random), of: product)
        case 3: try? cart.removeLast()
        case 4: try? cart.removeLine(at: .random(in: 0..<10, using: &random))
        default: if Int.random(in: 0..<5, using: &random) == 0 { cart.clear() }
        }
        // Under any spelling; the first one stays.
        store.put(try cart.named(cartNames.filter { $0 == name }.randomElement(using: &random) ?? name))
        if model.carts[name] == nil {
            cart = try cart.named(store.storedCart(named: name)?.name ?? name)
        }
        model.carts[name] = cart
    }

    static func changeCatalog(_ store: ModelStore, _ model: inout Model, _ random: inout SplitMix64) throws {
        let name = catalogNames.randomElement(using: &random) ?? ""
        guard Int.random(in: 0..<4, using: &random) > 0 else {
            if model.catalogs[name] == nil {
                #expect(throws: CartError.self) { try store.removeCatalog(named: name) }
            } else {
                try store.removeCatalog(named: name)
                model.catalogs[name] = nil
            }
            return
        }
        let size = [0, 1, 5, 511, 512, 513, 1030].randomElement(using: &random) ?? 0
        let products = (0..<size).map { number in
            Product(id: "\(number)", name: "name \(number)", icon: number % 3 == 0 ? nil : number % 3 == 1 ? "" : "i")
        }
        let cut = Int.random(in: 0...size, using: &random)
        let groups = [
            ProductGroup(title: "first", products: Array(products[..<cut])), ProductGroup(),
            ProductGroup(title: "last", products: Array(products[cut...])),
        ]
        let version = (model.versions[name] ?? 0) + 1
        let kept = try store.put(Catalog(name: name, groups: groups))
        #expect(kept.version == version)
        #expect(kept.groups == groups)
        model.versions[name] = version
        model.catalogs[name] = kept
    }

    @Test("The store is what the model is, after every step", arguments: [1, 2, 3, 4, 5, 6, 7, 8])
    func run(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let folder = try TemporaryFolder.inMemory()
        var store = try ModelStore(stateDirectory: folder.path)
        var model = Model()
        for builtIn in BuiltInCatalog.allCases {
            model.catalogs[builtIn.rawValue] = try builtIn.catalog()
        }
        var onDisk = model
        for step in 0..<250 {
            let note: Comment = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<10:
                try Self.changeCart(store, &model, &random)
            case 10..<13:
                try Self.changeCatalog(store, &model, &random)
            case 13, 14:
                let number = Int.random(in: 0..<12, using: &random)
                let key = try IdempotencyKey(owner: UInt32(number % 2), key: "\(number)")
                let answer = RecordedAnswer(request: [UInt8(number)], answer: Array(repeating: 1, count: step))
                store.record(answer, for: key)
                model.answers[key] = answer
            case 15, 16, 17:
                try store.commit()
                onDisk = model
                #expect(!store.hasUncommittedChanges)
            case 18:
                store.rollback()
                model = onDisk
            default:
                // The next start, after an end in good order or a sudden one.
                if Bool.random(using: &random) {
                    try folder.afterKill { try Self.check($0, onDisk, note) }
                }
                store = try Self.reopened(&store, folder)
                model = onDisk
            }
            try Self.check(store, model, note)
        }
    }

    /// Closes a store and opens its folder again.
    private static func reopened(_ store: inout ModelStore, _ folder: TemporaryFolder) throws -> ModelStore {
        // The lock is free when the old store is gone, so it has to go first.
        store = try ModelStore(stateDirectory: folder.path + "/elsewhere")
        return try ModelStore(stateDirectory: folder.path)
    }
}
