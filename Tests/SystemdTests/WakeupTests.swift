import Glibc
import Systemd
import Testing

@Suite("Waking a loop")
struct WakeupTests {
    @Test func signalsFromOtherThreadsArriveAndAreJoined() throws {
        let loop = try EventLoop()
        let runs = Box(0)
        let source = try loop.addWakeup { runs.value += 1 }
        #expect(try !loop.runOnce(timeout: .zero))
        for _ in 0..<5 { source.wakeup.signal() }
        try loop.runOnce(timeout: .zero)
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(runs.value == 1)
        let wakeup = source.wakeup
        let thread = try SystemThread { wakeup.signal() }
        try run(loop) { runs.value == 2 }
        thread.join()
        source.cancel()
        wakeup.signal()
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(runs.value == 2)
    }

    @Test func signalWhileTheHandlerRunsIsNotLost() throws {
        let loop = try EventLoop()
        let runs = Box(0)
        let wakeup = Box<Wakeup?>(nil)
        let source = try loop.addWakeup {
            runs.value += 1
            if runs.value == 1 { wakeup.value?.signal() }
        }
        wakeup.value = source.wakeup
        source.wakeup.signal()
        try run(loop) { runs.value == 2 }
        #expect(try !loop.runOnce(timeout: .zero))
    }

    @Test func wakeupOutlivesItsSource() throws {
        var wakeup: Wakeup?
        do {
            let loop = try EventLoop()
            wakeup = try loop.addWakeup {}.wakeup
        }
        wakeup?.signal()
    }
}
