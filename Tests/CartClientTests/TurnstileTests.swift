import CartClient
import Synchronization
import Testing
import UnixSockets
import TestSupport

@Suite struct TurnstileTests {
    @Test func waitersGiveUpAtTheirDeadline() {
        let turnstile = Turnstile()
        #expect(turnstile.enter(until: .never))
        #expect(!turnstile.enter(until: .after(.zero)))
        #expect(!turnstile.enter(until: .after(.milliseconds(5))))
        turnstile.leave()
        #expect(turnstile.enter(until: .after(.zero)))
        turnstile.leave()
    }

    @Test func letsOneThroughAtATime() throws {
        let turnstile = Turnstile()
        let inside = Mutex(0)
        let threads = try (0..<8).map { _ in
            try BackgroundThread {
                var entered = 0
                for round in 0..<200 {
                    // Some give up, which must neither lose a turn nor make one.
                    guard turnstile.enter(until: round % 3 == 0 ? .after(.microseconds(50)) : .never) else { continue }
                    let alone = inside.withLockIfAvailable { $0 += 1 } != nil
                    entered += alone ? 1 : 10_000
                    turnstile.leave()
                }
                return entered
            }
        }
        let total = try threads.map { try $0.value() }.reduce(0, +)
        #expect(total == inside.withLock { $0 })
        #expect(total <= 1600)
        #expect(turnstile.enter(until: .after(.zero)))
    }
}
