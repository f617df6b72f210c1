import Glibc
import Systemd
import Testing

@Suite("Memory")
struct MemoryTests {
    @Test func aMillionDispatchesAllocateNothingThatStays() async {
        // In a process of its own, where no other test allocates.
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            let sockets = try Sockets()
            defer { keep(sockets) }
            let counts = Box((input: 0, work: 0, ends: 0, timers: 0))
            let end = try loop.addEndOfTurn { counts.value.ends += 1 }
            defer { keep(end) }
            let timer = try loop.addTimer(accuracy: .zero) { _ in counts.value.timers += 1 }
            defer { keep(timer) }
            let work = try loop.addWork { _ in counts.value.work += 1 }
            defer { keep(work) }
            let source = try loop.addIO(sockets.first, events: .readable) { _, _ in
                counts.value.input += 1
                try end.schedule()
                try work.schedule()
            }
            defer { keep(source) }
            put("never read", on: sockets.second)
            for _ in 0..<20_000 { try loop.runOnce() }
            let before = try residentMemory()
            for step in 0..<1_000_000 {
                if step % 64 == 0 { try timer.arm(after: .zero) }
                try loop.runOnce()
            }
            let growth = try residentMemory() - before
            // One leaked object of 16 bytes in sixteen dispatches would be 1 MB.
            try #require(growth < 1 << 20, "grew by \(growth) bytes")
            try #require(counts.value.input > 100_000)
            try #require(counts.value.work > 100_000)
            try #require(counts.value.ends > 1000)
            try #require(counts.value.timers > 1000)
        }
    }
}

/// Resident memory in bytes: the second field of /proc/self/statm in pages, proc(5).
private func residentMemory() throws -> Int {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let fields = take(256, from: descriptor).split(separator: " ")
    let pages = try #require(fields.count > 1 ? Int(fields[1]) : nil)
    return pages * sysconf(Int32(_SC_PAGESIZE))
}
