import Glibc
import Systemd
import Testing

@Suite("End of a turn")
struct EndOfTurnTests {
    @Test func runsOnceAfterAllReadyInput() throws {
        let loop = try EventLoop()
        let order = Box<[String]>([])
        let end = try loop.addEndOfTurn { order.value.append("end") }
        defer { keep(end) }
        let pairs = try (0..<20).map { _ in try Sockets() }
        defer { keep(pairs) }
        let sources = try pairs.enumerated().map { index, pair in
            try loop.addIO(pair.first, events: .readable) { _, _ in
                take(1, from: pair.first)
                order.value.append("input")
                try end.schedule()
                // What becomes ready because of the turn belongs to the turn.
                if index == 19, order.value.count < 25 { put("x", on: pairs[0].second) }
            }
        }
        defer { keep(sources) }
        for pair in pairs { put("x", on: pair.second) }
        try run(loop) { order.value.last == "end" }
        #expect(order.value == [String](repeating: "input", count: 21) + ["end"])
        #expect(!end.isScheduled)
        #expect(try !loop.runOnce(timeout: .zero))
        put("x", on: pairs[3].second)
        try run(loop) { order.value.count == 24 }
        #expect(order.value.suffix(2) == ["input", "end"])
    }

    @Test func inputThatNeverStopsDelaysItOnlySoLong() throws {
        let loop = try EventLoop()
        let inputs = Box(0)
        let turns = Box<[Int]>([])
        let end = try loop.addEndOfTurn(maximumDelay: 10) {
            turns.value.append(inputs.value)
            inputs.value = 0
        }
        defer { keep(end) }
        let sockets = try Sockets()
        defer { keep(sockets) }
        let source = try loop.addIO(sockets.first, events: .readable) { _, _ in
            inputs.value += 1
            try end.schedule()
        }
        defer { keep(source) }
        put("never read", on: sockets.second)
        try run(loop) { turns.value.count == 50 }
        for count in turns.value { #expect((10...12).contains(count)) }
        source.cancel()
        // And afterwards it gives way to input again.
        let order = Box<[String]>([])
        let quiet = try loop.addWork { _ in order.value.append("work") }
        defer { keep(quiet) }
        try end.schedule()
        try quiet.schedule()
        try loop.runOnce(timeout: .zero)
        #expect(order.value == ["work"])
        #expect(turns.value.count == 50)
    }

    @Test func sourceThatIsAlwaysReadyDelaysItOnlySoLong() throws {
        let loop = try EventLoop()
        let inputs = Box(0)
        let turns = Box<[Int]>([])
        let end = try loop.addEndOfTurn(maximumDelay: 10) { turns.value.append(inputs.value) }
        let sockets = try Sockets()
        let source = try loop.addIO(sockets.first, events: .readable) { _, _ in inputs.value += 1 }
        put("never read", on: sockets.second)
        // Scheduled once; the input has nothing to do with it.
        try end.schedule()
        try run(loop) { turns.value.count == 1 }
        #expect((9...12).contains(turns.value[0]))
        withExtendedLifetime(source) {}
    }

    @Test func mayScheduleItself() throws {
        let loop = try EventLoop()
        let again = Box<(() throws -> Void)?>(nil)
        let runs = Box(0)
        let end = try loop.addEndOfTurn {
            runs.value += 1
            if runs.value < 3 { try again.value?() }
        }
        defer { keep(end) }
        again.value = { [weak end] in try end?.schedule() }
        try end.schedule()
        try run(loop) { runs.value == 3 }
        #expect(try !loop.runOnce(timeout: .zero))
    }

    @Test func schedulingTwiceIsOneRunAndCanBeTakenBack() throws {
        let loop = try EventLoop()
        let runs = Box(0)
        let work = try loop.addWork { _ in runs.value += 1 }
        defer { keep(work) }
        try work.schedule()
        try work.schedule()
        #expect(work.isScheduled)
        try loop.runOnce(timeout: .zero)
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(runs.value == 1)
        try work.schedule()
        try work.unschedule()
        #expect(try !loop.runOnce(timeout: .zero))
        try work.schedule()
        try loop.runOnce(timeout: .zero)
        #expect(runs.value == 2)
    }
}
