import CartClient
import TestSupport
import Testing
import UnixSockets

@Suite struct DoorbellTests {
    @Test func aWaitEndsAtItsDeadline() {
        let bell = Doorbell()
        #expect(!bell.wait(until: .after(.zero)))
        #expect(!bell.wait(until: .after(.milliseconds(5))))
    }

    @Test func aRingIsKeptUntilItIsHeardOnce() {
        let bell = Doorbell()
        bell.ring()
        bell.ring()
        #expect(bell.wait(until: .never))
        #expect(!bell.wait(until: .after(.zero)))
    }

    @Test func threadsHandEachOtherTheirTurn() throws {
        let (ping, pong) = (Doorbell(), Doorbell())
        let other = try BackgroundThread {
            (0..<1000).count { _ in
                let heard = ping.wait(until: .after(.seconds(60)))
                pong.ring()
                return heard
            }
        }
        let heard = (0..<1000).count { _ in
            ping.ring()
            return pong.wait(until: .after(.seconds(60)))
        }
        #expect(heard == 1000)
        #expect(try other.value() == 1000)
    }
}
