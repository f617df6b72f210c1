import Glibc
import Systemd
import Testing

// Activation is told by the environment and fixed descriptor numbers, which belong to a whole process. Each of
// these tests therefore runs in a process of its own.
@Suite("Socket activation")
struct ActivationTests {
    @Test func allSocketsAreTakenWithTheirNames() async {
        await #expect(processExitsWith: .success) {
            let names = (3..<43).map { "socket-\($0)" }
            let taken = try takeAnnounced(count: 40, names: names.joined(separator: ":"))
            try #require(taken.map(\.name) == names)
            try #require(taken.map(\.descriptor) == Array(3..<43))
            for socket in taken { try #require(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0) }
            for variable in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { try #require(getenv(variable) == nil) }
            try #require(try Activation.takeSockets().isEmpty)
        }
    }

    @Test func kindOfSocketIsTold() throws {
        let listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(listening) }
        let socket = ActivatedSocket(name: "cart", descriptor: listening)
        #expect(!socket.isListeningUnixStream)
        // Bound without a path, the kernel gives it a free abstract name: unix(7), "autobind".
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listening, $0, socklen_t(MemoryLayout<sa_family_t>.size))
            }
        }
        try #require(status == 0)
        try #require(listen(listening, 1) == 0)
        #expect(socket.isListeningUnixStream)
        for other in [try Sockets(), try Sockets(SOCK_DGRAM)] {
            #expect(!ActivatedSocket(name: "x", descriptor: other.first).isListeningUnixStream)
            keep(other)
        }
        #expect(!ActivatedSocket(name: "x", descriptor: .max).isListeningUnixStream)
    }

    @Test func socketsWithoutNamesAreUnknown() async {
        await #expect(processExitsWith: .success) {
            try #require(try takeAnnounced(count: 2, names: nil).map(\.name) == ["unknown", "unknown"])
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

    @Test(arguments: ["only", "a:b:c", ""])
    func namesThatDoNotMatchTheCountAreAnError(_ names: String) async {
        await #expect(processExitsWith: .success) { [names] in
            let error = #expect(throws: SystemdError.self) { try takeAnnounced(count: 2, names: names) }
            try #require(error?.code == .invalidArgument)
            try #require(error?.description.contains("LISTEN_FDNAMES=\(names)") == true)
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

/// Announces descriptors from 3 on and takes them.
///
/// They are made open first, as a service manager has them. What is open there already stays, because it belongs
/// to the test library; and if that closes one in between, they are made open again.
private func takeAnnounced(count: Int, names: String?) throws -> [ActivatedSocket] {
    var attempts = 100
    while true {
        // A duplicate has the lowest free number, so once one is beyond, all before it are open.
        while case let descriptor = dup(STDERR_FILENO), descriptor < 3 + count { try #require(descriptor >= 0) }
        try announce(count: count, names: names)
        do throws(SystemdError) { return try Activation.takeSockets() } catch {
            attempts -= 1
            guard error.code == .badDescriptor, attempts > 0 else { throw error }
        }
    }
}

private func announce(count: Int, names: String?) throws {
    setenv("LISTEN_PID", "\(getpid())", 1)
    setenv("LISTEN_FDS", "\(count)", 1)
    if let names { setenv("LISTEN_FDNAMES", names, 1) } else { unsetenv("LISTEN_FDNAMES") }
}
