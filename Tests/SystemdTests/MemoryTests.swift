import Glibc
import Systemd
import Testing

@Suite("Memory", .serialized)
struct MemoryTests {
    /// Resident memory in bytes: the second field of /proc/self/statm in pages, proc(5).
    private func residentMemory() throws -> Int {
        let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let fields = take(256, from: descriptor).split(separator: " ")
        let pages = try #require(fields.count > 1 ? Int(fields[1]) : nil)
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    @Test func aMillionDispatchesAllocateNothingThatStays() throws {
        let loop = try EventLoop()
        let sockets = try Sockets()
        let counts = Box((input: 0, work: 0, ends: 0, timers: 0))
        let end = try loop.addEndOfTurn { counts.value.ends += 1 }
        let timer = try loop.addTimer(accuracy: .zero) { _ in counts.value.timers += 1 }
        let work = try loop.addWork { _ in counts.value.work += 1 }
        let source = try loop.addIO(sockets.first, events: .readable) { _, _ in
            counts.value.input += 1
            try end.schedule()
            try work.schedule()
        }
        put("never read", on: sockets.second)
        for _ in 0..<20_000 { try loop.runOnce() }
        let before = try residentMemory()
        for step in 0..<1_000_000 {
            if step % 64 == 0 { try timer.arm(after: .zero) }
            try loop.runOnce()
        }
        let growth = try residentMemory() - before
        // A single leaked object of 16 bytes a dispatch would be 16 MB; other tests run at the same time.
        #expect(growth < 12 << 20, "grew by \(growth) bytes")
        #expect(counts.value.input > 100_000)
        #expect(counts.value.work > 100_000)
        #expect(counts.value.ends > 1000)
        #expect(counts.value.timers > 1000)
        withExtendedLifetime(source) {}
    }
}
