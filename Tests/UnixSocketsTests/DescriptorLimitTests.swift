import Glibc
import Testing
import UnixSockets
import TestSupport

// The limit belongs to a whole process; each of these tests has one of its own.
@Suite("At the limit of open files")
struct DescriptorLimitTests {
    @Test func connectionWaitsUntilThereIsRoom() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let listener = try ListeningSocket.listen(at: folder.address())
            let client = try StreamSocket.connect(to: folder.address())
            let restore = try limitOpenFiles(toFree: 0)
            do throws(SystemError) {
                _ = try listener.accept()
                Issue.record("there was no room")
            } catch {
                try #require(error.code == EMFILE)
                try #require(error.description.hasPrefix("accept4 \(folder.path)/s: Too many open files (EMFILE)"))
            }
            restore()
            try #require(try acceptsOne(listener))
            _ = consume client
        }
    }

    @Test func passedDescriptorsThatFindNoRoomAreNoted() async {
        await #expect(processExitsWith: .success) {
            let pair = try SocketPair()
            let pipes = try (0..<3).map { _ in try Pipe() }
            try #require(try sendText("x", on: pair.first, descriptors: pipes.map(\.number)) == .bytes(1))
            var inbox = DescriptorInbox(capacity: 3)
            let restore = try limitOpenFiles(toFree: 1)
            let result = try receive(&inbox, from: pair.second)
            restore()
            pipes.forEach { $0.closeWriting() }
            try #require(result == .bytes(1))
            try #require(inbox.count == 1)
            try #require(inbox.overflowed == true)
            try #require(areOpen(pipes, [true, false, false]))
            inbox.removeAll()
            try #require(areOpen(pipes, [false, false, false]))
        }
    }
}

/// Lets the process open only so many files more, by setrlimit(2), until the result is called.
private func limitOpenFiles(toFree count: rlim_t) throws -> () -> Void {
    // Numbers are given out from the lowest, so below the next one all are taken.
    let next = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
    try #require(next >= 0)
    close(next)
    var before = rlimit()
    try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before) == 0)
    var limit = rlimit(rlim_cur: rlim_t(next) + count, rlim_max: before.rlim_max)
    try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    return {
        var before = before
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
    }
}
