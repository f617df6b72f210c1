import CartClient
import Glibc
import Testing
import UnixSockets
import TestSupport

/// A client that finds no daemon starts one.
@Suite struct ActivatorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func error(_ body: () throws(CartError) -> Void) -> CartError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func startsADaemonByTheRulesOfSocketActivation() throws {
        let standIn = try StandIn(.serves, in: folder)
        defer { standIn.end() }
        // A descriptor that a careless caller leaves open for its children.
        try folder.write("", to: "leak")
        let leak = open(folder.file("leak"), O_RDONLY)
        defer { close(leak) }
        #expect(fcntl(leak, F_GETFD) == 0)

        let client = try CartClient(standIn.configuration())
        let process = try #require(standIn.starts.first)
        #expect(standIn.starts.count == 1)
        #expect(client.daemon.pid == process)

        let notes = try standIn.notes(process)
        #expect(notes["arguments"] == ["--idle-timeout 60"])
        let environment = try #require(notes["env"])
        for expected in [
            "LISTEN_FDS=1", "LISTEN_FDNAMES=user", "LISTEN_PID=\(process)", "XDG_RUNTIME_DIR=\(folder.file("run"))",
            "GREETING=a b",
        ] {
            #expect(environment.contains(expected))
        }
        #expect(!environment.contains { $0.hasPrefix("NOTIFY_SOCKET") || $0.hasPrefix("STATE_DIRECTORY") })
        // A session of its own, so that no signal of the caller's terminal reaches it, and no parent of its own here.
        let session = try #require(notes["session"]?.first.flatMap { Int32($0) })
        #expect(session != getsid(0))
        let status = try #require(notes["status"])
        #expect(!status.contains("PPid:\t\(getpid())"))
        // Asked of what the shell became: for moments a shell itself blocks signals.
        #expect(try folder.text(of: "status.\(process)").contains("SigBlk:\t0000000000000000\n") == true)
        // But for the two that glibc keeps to itself (signals 32 and 33), no signal is ignored.
        let ignored = try #require(
            status.compactMap { $0.hasPrefix("SigIgn:\t") ? UInt64($0.dropFirst(8), radix: 16) : nil }.first
        )
        #expect(ignored & ~0x1_8000_0000 == 0)
        #expect(notes["umask"] == ["0077"])

        let descriptors = try #require(notes["fd"])
        #expect(descriptors.contains("0 /dev/null"))
        #expect(descriptors.contains("2 \(folder.file("run/cartd/cartd.log"))"))
        #expect(descriptors.contains { $0.hasPrefix("3 socket:") })
        #expect(!descriptors.contains { $0.contains("leak") })
        #expect(descriptors.filter { $0.contains("socket:") }.count == 1)

        #expect(folder.names(in: "run/cartd") == ["cartd.log", "cartd.sock"])
        for (name, mode) in [
            ("run/cartd", mode_t(0o700)), ("run/cartd/cartd.log", 0o600), ("run/cartd/cartd.sock", 0o600),
        ] {
            var status = stat()
            #expect(lstat(folder.file(name), &status) == 0)
            #expect(status.st_mode & 0o777 == mode, "\(name)")
        }
        // Whoever started it owes nothing for it.
        #expect(waitpid(process, nil, WNOHANG) == -1)
        #expect(errno == ECHILD)
    }

    @Test func twentyClientsStartOne() throws {
        let standIn = try StandIn(.serves, in: folder)
        defer { standIn.end() }
        let configuration = standIn.configuration()
        let threads = try (0..<20).map { _ in
            try BackgroundThread { Result { () throws(CartError) in try CartClient(configuration) } }
        }
        let clients = try threads.map { try $0.value().get() }
        #expect(standIn.starts.count == 1)
        #expect(Set(clients.map(\.daemon.pid)) == Set(standIn.starts))
    }

    @Test func startsTheNextAfterOneThatEnded() throws {
        let standIn = try StandIn(.servesOnce, in: folder)
        defer { standIn.end() }
        let configuration = standIn.configuration()
        // Each daemon ends with its first client, at some time after it: the next client may find it still there, or be queued
        // at it when it ends, or find its socket.
        var processes: Set<Int32> = []
        var clients = 0
        while processes.count < 5, clients < 1000 {
            processes.insert(try CartClient(configuration).daemon.pid)
            clients += 1
        }
        #expect(processes.count == 5)
        #expect(Set(standIn.starts) == processes)
    }

    @Test func callsAreRepeatedAtTheNextDaemon() throws {
        let standIn = try StandIn(.serves, in: folder)
        defer { standIn.end() }
        let client = try CartClient(standIn.configuration())
        let first = client.daemon.pid
        kill(first, SIGKILL)
        #expect(try client.call(AddLineItem()).cart.version == 42)
        #expect(client.daemon.pid != first)
        #expect(standIn.starts.count == 2)
    }

    @Test func showsWhyTheDaemonEnds() throws {
        let standIn = try StandIn(
            .fails(["opening the state", "the database /x/cartd.db is damaged; \\033[1mmove it away\\033[0m"]),
            in: folder
        )
        defer { standIn.end() }
        #expect(mkdir(folder.file("run/cartd"), 0o700) == 0)
        try folder.write("of an earlier day\n", to: "run/cartd/cartd.log")
        let failure = try #require(error { () throws(CartError) in _ = try CartClient(standIn.configuration()) })
        #expect(failure.code == .noDaemon)
        #expect(failure.message.contains("the database /x/cartd.db is damaged; \u{FFFD}[1mmove it away"))
        #expect(failure.message.contains(folder.file("run/cartd/cartd.log")))
        #expect(!failure.message.contains("earlier"))
        #expect(failure.message.utf8.count < 3000)
        #expect((2...6).contains(standIn.starts.count))
    }

    @Test func triesADaemonThatEndsSilentlyUntilTheTimeIsOver() throws {
        let standIn = try StandIn(.fails([]), in: folder)
        defer { standIn.end() }
        let configuration = standIn.configuration(timeout: .seconds(1))
        let failure = try #require(error { () throws(CartError) in _ = try CartClient(configuration) })
        // The time can be over while the next daemon is on its way up.
        #expect([.noDaemon, .deadlineExceeded].contains(failure.code))
        #expect(failure.message.contains("wrote nothing"))
        #expect(standIn.starts.count > 1)
    }

    @Test func replacesOnlyAStaleSocket() throws {
        let standIn = try StandIn(.serves, in: folder)
        defer { standIn.end() }
        #expect(mkdir(folder.file("run/cartd"), 0o700) == 0)
        try folder.write("a letter", to: "run/cartd/cartd.sock")
        let refused = try #require(error { () throws(CartError) in _ = try CartClient(standIn.configuration()) })
        #expect(refused.code == .noDaemon)
        #expect(try folder.text(of: "run/cartd/cartd.sock") == "a letter")
        #expect(standIn.starts.isEmpty)

        unlink(folder.file("run/cartd/cartd.sock"))
        try FakeServer(at: folder.file("run/cartd/cartd.sock")) { _, _ in }.end()
        #expect(folder.names(in: "run/cartd").contains("cartd.sock"))
        let client = try CartClient(standIn.configuration())
        #expect(standIn.starts == [client.daemon.pid])
    }

    @Test func startsNothingInAFolderThatOthersCanUse() throws {
        let standIn = try StandIn(.serves, in: folder)
        defer { standIn.end() }
        #expect(mkdir(folder.file("run/cartd"), 0o700) == 0)
        #expect(chmod(folder.file("run/cartd"), 0o777) == 0)
        let refused = try #require(error { () throws(CartError) in _ = try CartClient(standIn.configuration()) })
        #expect(refused.code == .permissionDenied)
        #expect(refused.message.contains(folder.file("run/cartd")))
        #expect(standIn.starts.isEmpty)
    }

    @Test func startsNothingWhereItMayNot() throws {
        let standIn = try StandIn(.serves, in: folder)
        defer { standIn.end() }
        var configuration = standIn.configuration()
        configuration.startsDaemon = false
        #expect(error { () throws(CartError) in _ = try CartClient(configuration) }?.code == .noDaemon)

        configuration.startsDaemon = true
        configuration.daemon = folder.file("absent")
        let absent = error { () throws(CartError) in _ = try CartClient(configuration) }
        #expect(absent?.code == .noDaemon)
        #expect(absent?.message.contains(folder.file("absent")) == true)

        configuration.daemon = standIn.program
        configuration.environment["CARTD_SOCKET"] = folder.file("named.sock")
        #expect(error { () throws(CartError) in _ = try CartClient(configuration) }?.code == .noDaemon)
        #expect(standIn.starts.isEmpty)
        #expect(folder.names(in: "run").isEmpty)
    }

    @Test func prefersTheSystemsSocketWhileSomebodyAcceptsThere() throws {
        let standIn = try StandIn(.serves, in: folder)
        defer { standIn.end() }
        let isKnown = try Signal()
        let system = try FakeServer(at: folder.file("system.sock")) { peer, _ in
            try peer.greet(.fake(pid: 1))
            isKnown.wait()
        }
        let client = try CartClient(standIn.configuration())
        #expect(client.daemon.pid == 1)
        #expect(standIn.starts.isEmpty)
        isKnown.send()
        try system.end()
        // A client stays with the daemon that it began with: at another one it would find other carts.
        #expect(
            error { () throws(CartError) in _ = try client.call(ShowCart(), timeout: .milliseconds(500)) }?.code
                == .noDaemon
        )
        #expect(standIn.starts.isEmpty)
        // Nobody accepts there now, so a new client takes the user's own.
        let next = try CartClient(standIn.configuration())
        #expect(standIn.starts == [next.daemon.pid])
    }
}
