import Glibc
import Synchronization
import Systemd
import Testing
import TestSupport

@Suite("Waking a loop")
struct WakeupTests {
    @Test func signalsFromOtherThreadsArriveAndAreJoined() throws {
        let loop = try EventLoop()
        let runs = Box(0)
        let source = try loop.addWakeup { runs.value += 1 }
        defer { keep(source) }
        #expect(try !loop.runOnce(timeout: .zero))
        for _ in 0..<5 { source.wakeup.signal() }
        try loop.runOnce(timeout: .zero)
        #expect(try !loop.runOnce(timeout: .zero))
        #expect(runs.value == 1)
        let wakeup = source.wakeup
        let thread = try BackgroundThread { wakeup.signal() }
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
        defer { keep(source) }
        wakeup.value = source.wakeup
        source.wakeup.signal()
        try run(loop) { runs.value == 2 }
        #expect(try !loop.runOnce(timeout: .zero))
    }

    @Test func nothingThatWorkersQueueIsForgotten() throws {
        let loop = try EventLoop()
        let queue = Queue()
        let received = Box<[Int]>([])
        let source = try loop.addWakeup { received.value += queue.takeAll() }
        defer { keep(source) }
        let wakeup = source.wakeup
        let workers = try (0..<4).map { worker in
            try BackgroundThread {
                for item in 0..<5000 {
                    queue.add(worker * 5000 + item)
                    wakeup.signal()
                }
            }
        }
        try run(loop, atMost: 20_000) { received.value.count == 20_000 }
        #expect(received.value.sorted() == Array(0..<20_000))
        for worker in workers { worker.join() }
    }

    /// What the workers hand over.
    private final class Queue: Sendable {
        private let items = Mutex<[Int]>([])

        func add(_ item: Int) { items.withLock { $0.append(item) } }

        func takeAll() -> [Int] {
            items.withLock { items in
                defer { items = [] }
                return items
            }
        }
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
