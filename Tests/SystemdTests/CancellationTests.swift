import Glibc
import Systemd
import Testing

@Suite("Cancelling event sources")
struct CancellationTests {
    @Test func ownSourceInItsHandler() throws {
        let loop = try EventLoop()
        let sockets = try Sockets()
        defer { keep(sockets) }
        let runs = Box(0)
        let source = try loop.addIO(sockets.first, events: .readable) { source, _ in
            runs.value += 1
            source.cancel()
            // The handler's captures must outlive the cancellation.
            runs.value += 10
            #expect(source.isCancelled)
        }
        defer { keep(source) }
        put("x", on: sockets.second)
        try loop.runOnce()
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(runs.value == 11)
        #expect(source.isCancelled)
    }

    @Test func lastReferenceIsDroppedInTheHandler() throws {
        let loop = try EventLoop()
        let sockets = try Sockets()
        defer { keep(sockets) }
        let holder = Box<IOSource?>(nil)
        weak var gone: IOSource?
        holder.value = try loop.addIO(sockets.first, events: .readable) { _, _ in
            holder.value = nil
            take(1, from: sockets.first)
        }
        gone = holder.value
        put("xy", on: sockets.second)
        try loop.runOnce()
        #expect(gone == nil)
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(take(9, from: sockets.first) == "y")
    }

    @Test func anotherSourceThatIsReadyToo() throws {
        let loop = try EventLoop()
        let pairs = try (0..<2).map { _ in try Sockets() }
        defer { keep(pairs) }
        let sources = Box<[IOSource]>([])
        let runs = Box(0)
        for pair in pairs {
            sources.value.append(
                try loop.addIO(pair.first, events: .readable) { _, _ in
                    runs.value += 1
                    sources.value.forEach { $0.cancel() }
                }
            )
            put("x", on: pair.second)
        }
        try loop.runOnce()
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(runs.value == 1)
    }

    @Test func scheduledWorkAndArmedTimers() throws {
        let loop = try EventLoop()
        let runs = Box(0)
        let work = try loop.addWork { _ in runs.value += 1 }
        defer { keep(work) }
        let timer = try loop.addTimer(accuracy: .zero) { _ in runs.value += 1 }
        defer { keep(timer) }
        let end = try loop.addEndOfTurn { runs.value += 1 }
        defer { keep(end) }
        let killer = try loop.addWork(priority: .important) { _ in
            work.cancel()
            timer.cancel()
            end.cancel()
        }
        defer { keep(killer) }
        try work.schedule()
        try timer.arm(after: .zero)
        try end.schedule()
        try killer.schedule()
        try loop.runOnce()
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(runs.value == 0)
        #expect(!work.isScheduled)
    }

    @Test func useAfterwardsIsAnErrorAndCancellingTwiceIsNot() throws {
        let loop = try EventLoop()
        let timer = try loop.addTimer(label: "idle") { _ in }
        defer { keep(timer) }
        timer.cancel()
        timer.cancel()
        let error = #expect(throws: SystemdError.self) { try timer.arm(after: .seconds(1)) }
        #expect(error?.code == .stale)
        #expect(error?.description.contains("idle, which was cancelled") == true)
    }

    @Test func capturesAreReleasedAtOnce() throws {
        final class Captured {}
        let loop = try EventLoop()
        var captured: Captured? = Captured()
        weak let observer = captured
        let source = try loop.addWork { [captured] _ in _ = captured }
        captured = nil
        #expect(observer != nil)
        source.cancel()
        #expect(observer == nil)
    }

    @Test func sourcesKeepTheirLoopAlive() throws {
        weak var observer: EventLoop?
        var work: WorkSource?
        let runs = Box(0)
        do {
            let loop = try EventLoop()
            observer = loop
            work = try loop.addWork { _ in runs.value += 1 }
        }
        try work?.schedule()
        try work?.loop.runOnce()
        #expect(runs.value == 1)
        work = nil
        #expect(observer == nil)
    }

    @Test func aDescriptorMayBeWatchedAgain() throws {
        let loop = try EventLoop()
        let sockets = try Sockets()
        defer { keep(sockets) }
        let first = try loop.addIO(sockets.first, events: .readable) { _, _ in }
        defer { keep(first) }
        let error = #expect(throws: SystemdError.self) {
            _ = try loop.addIO(sockets.first, events: .readable) { _, _ in }
        }
        #expect(error?.code.description == "EEXIST")
        first.cancel()
        _ = try loop.addIO(sockets.first, events: .readable) { _, _ in }
    }
}
