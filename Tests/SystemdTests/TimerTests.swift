import Glibc
import Systemd
import Testing

@Suite("Timers and the monotonic clock")
struct TimerTests {
    @Test func runsOnceNotBeforeItsMoment() throws {
        let loop = try EventLoop()
        let runs = Box<[MonotonicInstant]>([])
        let timer = try loop.addTimer(accuracy: .zero) { _ in runs.value.append(.now) }
        defer { keep(timer) }
        #expect(try !loop.runOnce(timeout: .zero))
        let moment = MonotonicInstant.now.advanced(by: .milliseconds(15))
        try timer.arm(at: moment)
        try run(loop) { runs.value.count == 1 }
        #expect(runs.value[0] >= moment)
        #expect(try !loop.runOnce(timeout: .milliseconds(5)))
    }

    @Test func armingAgainReplacesTheMoment() throws {
        let loop = try EventLoop()
        let runs = Box(0)
        let timer = try loop.addTimer(accuracy: .zero) { timer in
            runs.value += 1
            if runs.value < 4 { try timer.arm(after: .milliseconds(1)) }
        }
        defer { keep(timer) }
        try timer.arm(after: .zero)
        try timer.arm(after: .seconds(3600))
        #expect(try !loop.runOnce(timeout: .milliseconds(2)))
        try timer.arm(after: .milliseconds(1))
        try run(loop) { runs.value == 4 }
        try timer.arm(after: .zero)
        try timer.disarm()
        #expect(try !loop.runOnce(timeout: .milliseconds(2)))
        #expect(runs.value == 4)
    }

    @Test func oddDurationsAreTaken() throws {
        let loop = try EventLoop()
        let runs = Box(0)
        let timer = try loop.addTimer(accuracy: .seconds(Int64.max)) { _ in runs.value += 1 }
        defer { keep(timer) }
        for never in [Duration.seconds(Int64.max), .seconds(1_000_000_000_000_000), Duration(attoseconds: .max)] {
            try timer.arm(after: never)
            #expect(try !loop.runOnce(timeout: .zero))
        }
        let exact = try loop.addTimer(accuracy: .seconds(-1)) { _ in runs.value += 1 }
        defer { keep(exact) }
        try exact.arm(after: Duration(attoseconds: .min))
        try run(loop) { runs.value == 1 }
        try timer.arm(after: .seconds(1))
        try loop.runOnce(timeout: Duration(attoseconds: .min))
    }

    @Test func manyTimersRunOnceEachNotBeforeTheirMoments() throws {
        let loop = try EventLoop()
        let seen = Box<[Int: MonotonicInstant]>([:])
        let runs = Box(0)
        let start = MonotonicInstant.now
        let timers = try (0..<50).map { number in
            let timer = try loop.addTimer(accuracy: .zero) { _ in
                seen.value[number] = .now
                runs.value += 1
            }
            try timer.arm(at: start.advanced(by: .microseconds(number * 7 % 50 * 200)))
            return timer
        }
        defer { keep(timers) }
        try run(loop) { seen.value.count == 50 }
        #expect(runs.value == 50)
        for (number, moment) in seen.value {
            #expect(moment >= start.advanced(by: .microseconds(number * 7 % 50 * 200)))
        }
    }

    @Test func instantsDoNotOverflow() {
        let instant = MonotonicInstant(microseconds: 1000)
        #expect(instant.advanced(by: .milliseconds(-1)).microseconds == 0)
        #expect(instant.advanced(by: .seconds(-1)).microseconds == 0)
        #expect(instant.advanced(by: .microseconds(5)).microseconds == 1005)
        #expect(instant.advanced(by: .seconds(Int64.max)) == .never)
        #expect(instant.advanced(by: .seconds(Int64.min)).microseconds == 0)
        #expect(instant.advanced(by: Duration(attoseconds: .max)) == .never)
        #expect(instant.advanced(by: Duration(attoseconds: .min)).microseconds == 0)
        #expect(MonotonicInstant.never.advanced(by: .seconds(1)) == .never)
        #expect(instant.duration(to: MonotonicInstant(microseconds: 400)) == .microseconds(-600))
        #expect(MonotonicInstant(microseconds: 0).duration(to: .never) == .microseconds(Int64.max))
        #expect(MonotonicInstant.now <= MonotonicInstant.now)
    }
}
