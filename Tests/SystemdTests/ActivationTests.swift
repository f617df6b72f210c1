import Glibc
import Systemd
import Testing

// Activation is told by the environment and fixed descriptor numbers, which belong to a whole process. Each of
// these tests therefore runs in a process of its own.
@Suite("Socket activation")
struct ActivationTests {
    @Test func allSocketsAreTakenWithTheirNames() async {
        await #expect(processExitsWith: .success) {
            let sockets = try passed([.listening, .connected, .pipe])
            try announce(count: 3, names: "cart:admin:stored")
            let taken = try Activation.takeSockets()
            try #require(taken.map(\.name) == ["cart", "admin", "stored"])
            try #require(taken.map(\.descriptor) == [3, 4, 5])
            try #require(taken.map(\.isListeningUnixStream) == [true, false, false])
            for socket in taken {
                try #require(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
                try #require(sameFile(socket.descriptor, sockets[Int(socket.descriptor) - 3]))
            }
            for variable in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { try #require(getenv(variable) == nil) }
            try #require(try Activation.takeSockets().isEmpty)
        }
    }

    @Test func socketsWithoutNamesAreUnknown() async {
        await #expect(processExitsWith: .success) {
            _ = try passed([.listening, .listening])
            try announce(count: 2, names: nil)
            try #require(try Activation.takeSockets().map(\.name) == ["unknown", "unknown"])
        }
    }

    @Test func nothingIsTakenWithoutActivationOrForAnotherProcess() async {
        await #expect(processExitsWith: .success) {
            unsetenv("LISTEN_PID")
            unsetenv("LISTEN_FDS")
            try #require(try Activation.takeSockets().isEmpty)
            setenv("LISTEN_FDS", "1", 1)
            setenv("LISTEN_PID", "1", 1)
            try #require(try Activation.takeSockets().isEmpty)
        }
    }

    @Test(arguments: ["abc", "-1", "0", "2147483647", "99999999999999999999", "1.5", "", " "])
    func malformedCountIsAnErrorOrNothing(_ count: String) async {
        await #expect(processExitsWith: .success) { [count] in
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", count, 1)
            do throws(SystemdError) {
                let taken = try Activation.takeSockets()
                Issue.record("took \(taken) for \(count)")
            } catch {
                try #require(error.function == "sd_listen_fds_with_names")
                try #require(error.context.hasPrefix("LISTEN_FDS=\(count) "))
            }
            try #require(getenv("LISTEN_FDS") == nil)
        }
    }

    @Test func malformedProcessNumberIsAnError() async {
        await #expect(processExitsWith: .success) {
            setenv("LISTEN_PID", "me", 1)
            setenv("LISTEN_FDS", "1", 1)
            let error = #expect(throws: SystemdError.self) { try Activation.takeSockets() }
            try #require(error?.code == .invalidArgument)
        }
    }

    @Test func namesThatDoNotMatchTheCountAreAnError() async {
        await #expect(processExitsWith: .success) {
            _ = try passed([.listening, .listening])
            try announce(count: 2, names: "only")
            let error = #expect(throws: SystemdError.self) { try Activation.takeSockets() }
            try #require(error?.code == .invalidArgument)
            try #require(error?.description.contains("LISTEN_FDNAMES=only") == true)
        }
    }

    @Test func announcedDescriptorThatIsNotOpenIsAnError() async {
        await #expect(processExitsWith: .success) {
            // Far more than are open here.
            try announce(count: 900, names: nil)
            let error = #expect(throws: SystemdError.self) { try Activation.takeSockets() }
            try #require(error?.code == .badDescriptor)
        }
    }
}

private enum Kind { case listening, connected, pipe }

/// Puts descriptors at 3 and up, as a service manager does, and returns other descriptors of the same files.
private func passed(_ kinds: [Kind]) throws -> [Int32] {
    var originals: [Int32] = []
    for (index, kind) in kinds.enumerated() {
        var ends: [Int32] = [-1, -1]
        switch kind {
        case .listening:
            ends[0] = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            // A socket that listens without a path is given an abstract name by the kernel, unix(7) "autobind".
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(ends[0], $0, socklen_t(MemoryLayout<sa_family_t>.size))
                }
            }
            try #require(status == 0)
            try #require(listen(ends[0], 1) == 0)
        case .connected:
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        case .pipe:
            try #require(Glibc.pipe(&ends) == 0)
        }
        // First away from the numbers that are about to be used, then one copy to its place.
        let original = fcntl(ends[0], F_DUPFD_CLOEXEC, 100)
        try #require(original >= 100)
        originals.append(original)
        close(ends[0])
        try #require(index < 90)
    }
    for (index, original) in originals.enumerated() { try #require(dup2(original, Int32(3 + index)) >= 0) }
    return originals
}

private func announce(count: Int, names: String?) throws {
    setenv("LISTEN_PID", "\(getpid())", 1)
    setenv("LISTEN_FDS", "\(count)", 1)
    if let names { setenv("LISTEN_FDNAMES", names, 1) } else { unsetenv("LISTEN_FDNAMES") }
}

private func sameFile(_ left: Int32, _ right: Int32) -> Bool {
    var (first, second) = (stat(), stat())
    return fstat(left, &first) == 0 && fstat(right, &second) == 0
        && first.st_dev == second.st_dev && first.st_ino == second.st_ino
}
