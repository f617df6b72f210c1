import CartClient
import Glibc
import Synchronization
import TestSupport
import Testing

/// One client of one process for all its tasks, threads and streams, and a daemon that comes and goes.
@Suite("One client for all")
struct SharedClientTests {
    let scale = Scale.current

    /// What the adders have been told, and what went wrong.
    private final class Tally: Sendable {
        private struct State {
            var counts: [Int]
            var failures: [String] = []
            var isOver = false
        }

        private let state: Mutex<State>
        private let changed: Gate

        init(adders: Int) throws {
            state = Mutex(State(counts: Array(repeating: 0, count: adders)))
            changed = try Gate()
        }

        var counts: [Int] { state.withLock { $0.counts } }
        var failures: [String] { state.withLock { $0.failures } }
        var isOver: Bool { state.withLock { $0.isOver } }

        func add(_ adder: Int) {
            state.withLock { $0.counts[adder] += 1 }
            changed.open()
        }

        func fail(_ text: String) {
            state.withLock { $0.failures.append(text) }
            end()
        }

        func end() {
            state.withLock { $0.isOver = true }
            changed.open()
        }

        /// Waits on the calling thread for so many more adds, or the end.
        func wait(forMore count: Int) {
            let start = counts.reduce(0, +)
            while !isOver, counts.reduce(0, +) < start + count { changed.wait() }
        }
    }

    /// What a reader of a stream has seen.
    private struct Seen<State: Sendable>: Sendable {
        var last: State?
        var sequences: [Int64] = []
        var kinds: [String] = []

        /// Notes an event; the number of a `resync` is that of no change.
        mutating func note(_ event: some StreamEvent) {
            kinds.append(event.kind.rawValue)
            if event.kind != .resync { sequences.append(event.sequence) }
        }

        /// Whether each number is greater than the one before it.
        var isInOrder: Bool { zip(sequences, sequences.dropFirst()).allSatisfy(<) }
    }

    /// Reads a cart until a product is in it: what ends a reader is in the stream itself, so none can be past it unawares.
    private static func follow(
        _ client: CartClient,
        until product: String
    ) async throws(CartError) -> Seen<CartView> {
        var seen = Seen<CartView>()
        for try await event in client.watch(WatchCart()) {
            seen.note(event)
            if let cart = event.cart { seen.last = cart }
            if seen.last?.lines.contains(where: { $0.product.id == product }) == true { break }
        }
        return seen
    }

    /// Reads the list of carts until a cart is in it.
    private static func followAll(
        _ client: CartClient,
        until cart: String
    ) async throws(CartError) -> Seen<[String: Int64]> {
        var seen = Seen<[String: Int64]>()
        for try await event in client.watch(WatchCarts()) {
            seen.note(event)
            for cart in event.carts ?? [] { seen.last = (seen.last ?? [:]).merging([cart.name: cart.version]) { $1 } }
            if seen.last?[cart] != nil { break }
        }
        return seen
    }

    @Test("Restarts of the daemon are noticed by no caller and no reader")
    func restarts() async throws {
        let daemon = try TestDaemon()
        let path = daemon.socketPath
        let client = try await CartClient(.init(socket: .path(path), timeout: .seconds(120)))
        let seed = UInt64.random(in: .min ... .max)
        print("restart seed: \(seed)")
        let (tasks, threads) = (8, 2)
        let tally = try Tally(adders: tasks + threads)
        // The first add makes the cart, of a catalog with enough products; the last of them ends the readers.
        let products = try await client.catalog(named: "cars").groups.flatMap(\.products).map(\.id)
        let final = products[tasks + threads]
        _ = try await client.call(AddLineItem(product: products[0], catalog: "cars", capacity: 20))

        let place = Mutex(daemon)
        let killer = try BackgroundThread { [restarts = scale.restarts] in
            var random = SplitMix64(seed: seed)
            for _ in 0..<restarts where !tally.isOver {
                tally.wait(forMore: Int.random(in: 1...200, using: &random))
                do {
                    try place.withLock { daemon in
                        daemon.kill()
                        try daemon.start()
                    }
                } catch {
                    tally.fail("the daemon was not started again: \(error)")
                }
            }
            tally.end()
        }
        let callers = try (tasks..<tasks + threads).map { adder in
            try BackgroundThread {
                do throws(CartError) {
                    while !tally.isOver {
                        _ = try client.call(AddLineItem(product: products[adder]))
                        tally.add(adder)
                    }
                } catch {
                    tally.fail("thread \(adder): \(error)")
                }
            }
        }
        async let carts = withThrowingTaskGroup(of: Seen<CartView>.self) { group in
            for _ in 0..<3 { group.addTask { try await Self.follow(client, until: final) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        async let list = Self.followAll(client, until: "final")
        await withTaskGroup { group in
            for adder in 0..<tasks {
                group.addTask {
                    do throws(CartError) {
                        while !tally.isOver {
                            _ = try await client.call(AddLineItem(product: products[adder]))
                            tally.add(adder)
                        }
                    } catch {
                        tally.fail("task \(adder): \(error)")
                    }
                }
            }
        }
        for caller in callers { caller.join() }
        killer.join()

        _ = try await client.call(AddLineItem(product: final))
        _ = try await client.call(AddLineItem(cart: "final", product: final, catalog: "cars"))
        let readers = try await carts
        let listReader = try await list
        let shown = try await client.call(ShowCart()).cart
        #expect(tally.failures == [])
        var expected = Dictionary(
            uniqueKeysWithValues: tally.counts.enumerated().map { (products[$0], Int64($1)) }
        )
        expected[products[0], default: 0] += 1
        expected[final] = 1
        expected = expected.filter { $0.value > 0 }
        let quantities = Dictionary(uniqueKeysWithValues: shown.lines.map { ($0.product.id, $0.quantity) })
        #expect(quantities == expected, "seed \(seed)")
        #expect(shown.version == expected.values.reduce(0, +), "seed \(seed)")
        for reader in readers {
            #expect(reader.last == shown, "seed \(seed)")
            #expect(reader.isInOrder, "seed \(seed)")
            #expect(!reader.kinds.contains("resumed"))
        }
        #expect(listReader.last?["default"] == shown.version)
        #expect(listReader.isInOrder, "seed \(seed)")
        print("restarts: \(scale.restarts), adds: \(shown.version), events: \(readers.map(\.sequences.count))")
        #expect(place.withLock { $0.stop() } == 0)
    }

    @Test("A reader that rests for thousands of changes catches up, and sees none twice")
    func restingReader() async throws {
        let daemon = try TestDaemon()
        let client = try await CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(120)))
        let queue = try client.subscribe(to: WatchCart())
        var seen = Seen<CartView>()
        func take(_ event: WatchCart.Event) {
            seen.note(event)
            if let cart = event.cart { seen.last = cart }
        }
        take(try #require(try await queue.next()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for adder in 0..<8 {
                group.addTask { [count = scale.watchedChanges / 8] in
                    for _ in 0..<count {
                        _ = try await client.call(AddLineItem(product: ["qianbao", "danjianbao"][adder % 2]))
                    }
                }
            }
            try await group.waitForAll()
        }
        let shown = try await client.call(ShowCart()).cart
        while seen.last?.version != shown.version, let event = try await queue.next() { take(event) }
        #expect(seen.last == shown)
        #expect(seen.isInOrder)
        #expect(daemon.stop() == 0)
    }

    @Test("An import that its task takes back was done or was not, and the answer says which")
    func cancelledImports() async throws {
        let daemon = try TestDaemon()
        let client = try await CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(120)))
        let files = try [scale.importedRows, 100].map { count in
            try daemon.place.write(LargeImportTests.file("a", count), to: "\(count).json")
        }
        var outcomes: [String: Int] = [:]
        for round in 0..<12 {
            let name = "catalog \(round)"
            let importing = Task { () -> Result<Int64, CartError> in
                do throws(CartError) {
                    return .success(try await client.importCatalog(named: name, from: files[round % 2]).catalog.version)
                } catch {
                    return .failure(error)
                }
            }
            // Calls go on beside it, and more of them pass each time before it is taken back.
            for _ in 0..<round * round * 4 { _ = try await client.call(ShowCart()) }
            importing.cancel()
            let outcome = await importing.value
            let isThere = try await client.call(ListCatalogs()).catalogs.contains { $0.name == name }
            switch outcome {
            case .success:
                #expect(isThere)
                outcomes["done", default: 0] += 1
            case .failure(let error):
                #expect(error.code == .cancelled)
                #expect(error.details["mayHaveBeenDone"] == nil)
                #expect(!isThere)
                outcomes["not done", default: 0] += 1
            }
        }
        print("cancelled imports: \(outcomes)")
        #expect(daemon.stop() == 0)
    }

    @Test("A task's deadline is the daemon's too")
    func deadlines() async throws {
        let daemon = try TestDaemon()
        let client = try await CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(120)))
        let file = try daemon.place.write(LargeImportTests.file("a", scale.importedRows), to: "a.json")
        do throws(CartError) {
            _ = try await client.importCatalog(named: "late", from: file, timeout: .milliseconds(20))
            Issue.record("30,000 rows were read within 20 ms")
        } catch {
            #expect(error.code == .deadlineExceeded)
            // The daemon's word, unless this process stood still for longer than it took.
            #expect(error.details["applied"] == false || error.details["mayHaveBeenDone"] == true)
        }
        // Whether the daemon or the client noticed first, what was given up is not done behind the caller's back for ever.
        let isThere = try await client.call(ListCatalogs()).catalogs.contains { $0.name == "late" }
        #expect(!isThere)
        #expect(try await client.call(ShowCart()).cart.version == 0)
        #expect(daemon.stop() == 0)
    }
}
