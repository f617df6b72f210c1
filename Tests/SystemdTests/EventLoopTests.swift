import Glibc
import Systemd
import Testing

@Suite("Event loop")
struct EventLoopTests {
    @Test func inputIsReportedUntilItIsRead() throws {
        let loop = try EventLoop()
        let sockets = try Sockets()
        defer { keep(sockets) }
        let seen = Box<[String]>([])
        let source = try loop.addIO(sockets.first, events: .readable) { source, events in
            #expect(events == .readable)
            seen.value.append(take(2, from: sockets.first))
        }
        defer { keep(source) }
        #expect(try !loop.runOnce(timeout: .zero))
        put("abcd", on: sockets.second)
        try run(loop) { seen.value.count == 2 }
        #expect(seen.value == ["ab", "cd"])
        #expect(try !loop.runOnce(timeout: .zero))
        source.cancel()
    }

    @Test func whatIsWaitedForCanChange() throws {
        let loop = try EventLoop()
        let sockets = try Sockets()
        defer { keep(sockets) }
        let seen = Box<[IOEvents]>([])
        let source = try loop.addIO(sockets.first, events: .readable) { _, events in seen.value.append(events) }
        defer { keep(source) }
        try source.setEvents([.readable, .writable])
        try loop.runOnce(timeout: .zero)
        #expect(seen.value == [.writable])
        try source.setEnabled(false)
        #expect(try !loop.runOnce(timeout: .zero))
        try source.setEnabled(true)
        try source.setEvents(.readable)
        #expect(try !loop.runOnce(timeout: .zero))
        shutdown(sockets.second, Int32(SHUT_WR))
        try loop.runOnce(timeout: .zero)
        #expect(seen.value == [.writable, .readable])
    }

    @Test func runReturnsTheExitCodeAfterTheExitSources() throws {
        let loop = try EventLoop()
        let order = Box<[String]>([])
        let last = try loop.addExit(priority: .idle) { _ in order.value.append("last") }
        defer { keep(last) }
        let first = try loop.addExit(priority: .important) { _ in order.value.append("first") }
        defer { keep(first) }
        let other = try loop.addWork { _ in order.value.append("never") }
        defer { keep(other) }
        let work = try loop.addWork(priority: .important) { source in
            order.value.append("work")
            #expect(!source.loop.isExiting)
            try source.loop.exit(code: 42)
            #expect(source.loop.isExiting)
        }
        defer { keep(work) }
        try work.schedule()
        try other.schedule()
        #expect(try loop.run() == 42)
        #expect(order.value == ["work", "first", "last"])
        let error = #expect(throws: SystemdError.self) { try loop.run() }
        #expect(error?.code == .stale)
    }

    @Test func runInsideAHandlerIsRefused() throws {
        let loop = try EventLoop()
        let code = Box<SystemdError.Code?>(nil)
        let work = try loop.addWork { source in
            do throws(SystemdError) { _ = try source.loop.run() } catch { code.value = error.code }
        }
        defer { keep(work) }
        try work.schedule()
        try loop.runOnce()
        #expect(code.value == .busy)
    }

    @Test func prioritiesDecideTheOrder() throws {
        let loop = try EventLoop()
        let order = Box<[Int64]>([])
        let sources = try [7, -3, 100, 0, -100].map { number in
            try loop.addWork(priority: EventPriority(rawValue: number)) { _ in order.value.append(number) }
        }
        defer { keep(sources) }
        for source in sources { try source.schedule() }
        try sources[0].setPriority(EventPriority(rawValue: 1000))
        try run(loop) { order.value.count == 5 }
        #expect(order.value == [-100, -3, 0, 100, 7])
    }

    @Test func thrownErrorsAreReportedAndTheSourceLivesOn() throws {
        struct Odd: Error {}
        let loop = try EventLoop()
        let reported = Box<[String]>([])
        loop.onError = { source, error in reported.value.append("\(source.label) \(error is Odd)") }
        let runs = Box(0)
        let sockets = try Sockets()
        defer { keep(sockets) }
        let source = try loop.addIO(sockets.first, events: .readable, label: "odd input") { _, _ in
            runs.value += 1
            take(1, from: sockets.first)
            throw Odd()
        }
        defer { keep(source) }
        put("ab", on: sockets.second)
        try run(loop) { runs.value == 2 }
        #expect(reported.value == ["odd input true", "odd input true"])
    }

    @Test func errorsNameFunctionAndSource() throws {
        let loop = try EventLoop()
        let error = #expect(throws: SystemdError.self) {
            _ = try loop.addIO(.max, events: .readable, label: "client 7") { _, _ in }
        }
        #expect(error?.description == "sd_event_add_io client 7: Bad file descriptor (EBADF)")
    }

    @Test func postSourcesRunAfterOthersOnly() throws {
        let loop = try EventLoop()
        let order = Box<[String]>([])
        let post = try loop.addPost { _ in order.value.append("post") }
        defer { keep(post) }
        let work = try loop.addWork { _ in order.value.append("work") }
        defer { keep(work) }
        #expect(try !loop.runOnce(timeout: .zero))
        try work.schedule()
        try run(loop) { order.value.count == 2 }
        #expect(order.value == ["work", "post"])
        #expect(try !loop.runOnce(timeout: .zero))
    }

    @Test func watchdogIsOffWhenNobodyAsksForIt() async {
        // In a process of its own, because it depends on the environment.
        await #expect(processExitsWith: .success) {
            unsetenv("WATCHDOG_USEC")
            let loop = try EventLoop()
            try #require(try !loop.setWatchdog(true))
            try #require(try !loop.setWatchdog(false))
        }
    }
}
