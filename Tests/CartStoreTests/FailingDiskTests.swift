import CartModel
import Testing
import TestSupport

@testable import CartStore

/// Every write, synchronization and truncation of a run fails once, and then from there on, and is looked at.
@Suite("A disk that fails", .serialized)
struct FailingDiskTests {
    static func store(in folder: TemporaryFolder) throws -> ModelStore {
        try FaultyFileLayer.register()
        FaultyFileLayer.set(.none)
        var options = StoreOptions()
        options.fileLayer = FaultyFileLayer.name
        let store = try ModelStore(stateDirectory: folder.path, options: options)
        // Small steps, so that checkpoints come into the run.
        try store.database.execute("PRAGMA wal_autocheckpoint = 8")
        return store
    }

    static func key(_ number: Int) throws -> IdempotencyKey {
        try IdempotencyKey(owner: 1, key: "\(number)")
    }

    /// A few turns: changes, and whether each was acknowledged.
    static func turns(_ store: ModelStore, in folder: TemporaryFolder, afterRefusal: () throws -> Void) throws -> [Bool]
    {
        var acknowledged: [Bool] = []
        for number in 0..<6 {
            let before = try state(store)
            var cart = try store.cart(named: "default")
            try cart.add(StoreTests.product("\(number)"))
            store.put(cart)
            if number % 2 == 0 {
                var other = try store.storedCart(named: "other") ?? Cart(name: "other", capacity: 1000)
                for item in 0..<100 { try other.add(StoreTests.product("\(number) \(item)")) }
                store.put(other)
            }
            store.record(RecordedAnswer(request: [], answer: [UInt8(number)]), for: try key(number))
            let wanted = try state(store)
            do {
                try store.commit()
                acknowledged.append(true)
                #expect(try state(store) == wanted)
                try folder.afterKill { store throws in #expect(try state(store) == wanted) }
            } catch let error as CartError {
                acknowledged.append(false)
                #expect(error.code == .storageFailure)
                #expect(try state(store) == before)
                try afterRefusal()
            }
        }
        return acknowledged
    }

    /// What a caller can see, without the answers of turns that are not done.
    static func state(_ store: ModelStore) throws -> State {
        State(carts: Array(store.carts), answers: try (0..<6).map { try store.recordedAnswer(for: key($0))?.answer })
    }

    struct State: Equatable {
        let carts: [Cart]
        let answers: [[UInt8]?]
    }

    @Test("One call fails: the change is refused and does not come back, the next is taken", arguments: [false, true])
    func oneFailure(tearsWrites: Bool) throws {
        FaultyFileLayer.tearsWrites = tearsWrites
        var number = 0
        while true {
            let folder = try TemporaryFolder.inMemory()
            let store = try Self.store(in: folder)
            FaultyFileLayer.set(.one(number))
            let acknowledged = try Self.turns(store, in: folder) {
                // Nobody may find the refused change, whenever the process ends.
                let now = try Self.state(store)
                try folder.afterKill { store throws in #expect(try Self.state(store) == now, "call \(number)") }
            }
            // A failing checkpoint refuses nothing, any other failure one turn.
            #expect(acknowledged.filter { !$0 }.count <= 1, "call \(number)")
            guard FaultyFileLayer.calls > number else {
                break
            }
            number += 1
        }
        #expect(number > 50)
    }

    @Test("All calls fail from one on: changes are refused until the disk works again", arguments: [false, true])
    func lastingFailure(tearsWrites: Bool) throws {
        FaultyFileLayer.tearsWrites = tearsWrites
        var number = 0
        while true {
            let folder = try TemporaryFolder.inMemory()
            let store = try Self.store(in: folder)
            FaultyFileLayer.set(.all(from: number))
            let acknowledged = try Self.turns(store, in: folder) {}
            // Once refused, always refused.
            #expect(acknowledged == acknowledged.sorted { $0 && !$1 }, "call \(number)")
            let reached = FaultyFileLayer.calls > number
            FaultyFileLayer.set(.none)
            var cart = try store.cart(named: "default")
            cart.clear()
            try cart.add(StoreTests.product("after"))
            store.put(cart)
            try store.commit()
            let now = try Self.state(store)
            try folder.afterKill { store throws in #expect(try Self.state(store) == now, "call \(number)") }
            guard reached else {
                break
            }
            number += 1
        }
        #expect(number > 50)
    }
}
