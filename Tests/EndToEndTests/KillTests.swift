import CartClient
import Glibc
import Synchronization
import Testing
import TestSupport

@Suite("kill -9")
struct KillTests {
    @Test("Nothing acknowledged is lost and nothing happens twice, however often the daemon is killed")
    func kills() throws {
        let daemon = try TestDaemon()
        let seed = UInt64.random(in: .min ... .max)
        print("kill seed: \(seed)")
        var random = SplitMix64(seed: seed)

        let adders = 4
        let tally = try Tally(adders: adders)
        let threads = try (0..<adders).map { adder in
            try BackgroundThread { [socketPath = daemon.socketPath] in
                do {
                    let client = try CartClient(.init(socket: .path(socketPath), timeout: .seconds(60)))
                    while !tally.isOver {
                        let product = "m_\(tally.products[adder])_100"
                        _ = try client.call(AddLineItem(cart: "c\(adder)", product: product, catalog: "cars"))
                        tally.acknowledge(adder)
                    }
                } catch {
                    tally.fail("adder \(adder): \(error)")
                }
            }
        }
        for _ in 0..<Scale.current.kills {
            // A random number of acknowledged adds decides the moment, so that the daemon is always in the middle of work.
            guard tally.wait(forMore: Int(random.next() % 200) + 1) else { break }
            daemon.kill()
            try daemon.start()
        }
        tally.end()
        for thread in threads { thread.join() }
        #expect(tally.failures == [])
        for adder in 0..<adders {
            let answer: CartAnswer = try daemon.json("show", "--cart", "c\(adder)")
            #expect(answer.cart.lines.map(\.quantity) == [Int64(tally.count(adder))])
            #expect(answer.cart.version == Int64(tally.count(adder)))
        }
        #expect(daemon.stop() == 0)
    }
}

/// What the adders have been told so far.
private final class Tally: Sendable {
    /// The numbers of four icons of the catalog `cars`, one an adder.
    let products = [180, 92, 9, 97]

    private struct State {
        var counts: [Int]
        var failures: [String] = []
        var isOver = false
    }

    private let state: Mutex<State>
    private let changed: Gate

    init(adders: Int) throws {
        changed = try Gate()
        state = Mutex(State(counts: Array(repeating: 0, count: adders)))
    }

    var isOver: Bool { state.withLock { $0.isOver } }
    var failures: [String] { state.withLock { $0.failures } }
    func count(_ adder: Int) -> Int { state.withLock { $0.counts[adder] } }
    func end() { state.withLock { $0.isOver = true } }

    func acknowledge(_ adder: Int) {
        state.withLock { $0.counts[adder] += 1 }
        changed.open()
    }

    func fail(_ text: String) {
        state.withLock {
            $0.failures.append(text)
            $0.isOver = true
        }
        changed.open()
    }

    /// Waits for so many acknowledgements from now; false where the adders failed.
    func wait(forMore count: Int) -> Bool {
        let start = state.withLock { $0.counts.reduce(0, +) }
        while true {
            let (total, isOver) = state.withLock { ($0.counts.reduce(0, +), $0.isOver) }
            if isOver { return false }
            if total >= start + count { return true }
            changed.wait()
        }
    }
}
