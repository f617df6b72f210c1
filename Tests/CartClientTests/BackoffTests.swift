import CartClient
import Testing
import TestSupport

@Suite struct BackoffTests {
    @Test func doublesFromFiveToTwoHundredAndFiftyMilliseconds() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        var backoff = Backoff()
        #expect(backoff.delay(using: &generator) == .zero)
        for milliseconds in [5, 10, 20, 40, 80, 160, 250, 250, 250] {
            let delay = backoff.delay(using: &generator)
            let longest = Duration.milliseconds(milliseconds)
            #expect((longest / 2...longest).contains(delay), "seed \(seed)")
        }
    }

    @Test func clientsDoNotComeBackInStep() {
        var generator = SplitMix64(seed: 1)
        let delays = (0..<20).map { _ in
            var backoff = Backoff()
            _ = backoff.delay(using: &generator)
            return backoff.delay(using: &generator)
        }
        #expect(Set(delays).count == 20)
    }
}
