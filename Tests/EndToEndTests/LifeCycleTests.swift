import CBOR
import CartProtocol
import Glibc
import Testing
import UnixSockets
import TestSupport

/// How the daemon starts and ends, and what it refuses to start on.
@Suite("Start and stop")
struct LifeCycleTests {
    // MARK: The end

    @Test("A signal finishes what was sent before, and answers it", arguments: [SIGTERM, SIGINT], [1, 500, 10_000])
    func finishes(signal: Int32, count: UInt64) throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        let idle = try daemon.peer()
        var bytes: [UInt8] = []
        for id in 1...count { bytes += try WirePeer.frame(AddLineItem(product: "qianbao"), id: id) }
        // Stopped, so that all of it lies in the socket when the signal is delivered.
        try daemon.running().stopRunning()
        var sent = 0
        while sent < bytes.count {
            let taken = try peer.sendOnce(bytes[sent...])
            if taken == 0 { break }
            sent += taken
        }
        // Only what was sent whole can be answered.
        var whole: UInt64 = 0
        var length = 0
        for id in 1...count {
            length += try WirePeer.frame(AddLineItem(product: "qianbao"), id: id).count
            if length <= sent { whole = id }
        }
        try daemon.running().kill(signal)
        try daemon.running().kill(SIGCONT)
        let answers = try peer.rest()
        #expect(answers.compactMap(\.id) == Array(1...whole))
        #expect(answers.allSatisfy { $0.result != nil })
        #expect(try idle.next() == nil)
        #expect(daemon.child?.wait() == 0)
        try daemon.start()
        #expect(try daemon.peer().call(ShowCart()).result?["cart"]?["version"] == .unsigned(whole))
        #expect(daemon.stop() == 0)
    }

    @Test("A second signal ends it at once, a peer that does not read notwithstanding")
    func secondSignal() throws {
        let place = try TemporaryFolder()
        let manager = try DatagramSocket(path: place("notify"))
        let child = try Program(
            Executables.cartd,
            ["--socket", place("s"), "--state", place("state")],
            environment: Program.inherited.merging(["NOTIFY_SOCKET": place("notify")]) { $1 }
        ).start()
        while try !manager.receive().contains("READY=1") {}
        let peer = try WirePeer(path: place("s"))
        try peer.greet()
        let request = try WirePeer.frame(LayOutGrid(catalog: "cars"), id: 1)
        var burst: [UInt8] = []
        while burst.count < 64 << 10 { burst += request }
        _ = try peer.sendOnce(burst[...])
        child.kill(SIGTERM)
        while try !manager.receive().contains("STOPPING=1") {}
        let clock = ContinuousClock()
        let start = clock.now
        child.kill(SIGTERM)
        #expect(child.wait() == 0)
        // Unread answers alone would keep it for five seconds.
        #expect(clock.now - start < .seconds(4))
    }

    // MARK: The service manager

    @Test("The service manager hears that it is ready, where it listens, and that it stops")
    func notifications() throws {
        let place = try TemporaryFolder()
        let manager = try DatagramSocket(path: place("notify"))
        let program = Program(
            Executables.cartd,
            ["--socket", place("s"), "--state", place("state")],
            environment: Program.inherited.merging(["NOTIFY_SOCKET": place("notify")]) { $1 }
        )
        let child = try program.start()
        var lines: [String] = []
        while !lines.contains("READY=1") { lines += try manager.receive() }
        #expect(lines.contains("STATUS=Listening on \(place("s"))"))
        #expect(!lines.contains("STOPPING=1"))
        let peer = try WirePeer(path: place("s"))
        try peer.greet()
        child.kill(SIGTERM)
        lines = []
        while !lines.contains("STOPPING=1") { lines += try manager.receive() }
        #expect(child.wait() == 0)
    }

    @Test("Several sockets are all served, each by its name")
    func severalSockets() throws {
        let place = try TemporaryFolder()
        let first = try ListeningSocket.listen(at: UnixAddress(path: place("a")))
        let second = try ListeningSocket.listen(at: UnixAddress(path: place("b")))
        let child = try activated(
            place,
            names: "cart:admin",
            [first.descriptor.rawValue, second.descriptor.rawValue],
            "--socket",
            place("c")
        )
        for name in ["a", "b"] {
            let peer = try WirePeer(path: place(name))
            try peer.greet()
            #expect(try peer.call(AddLineItem(product: "qianbao")).result != nil)
        }
        let peer = try WirePeer(path: place("c"))
        try peer.greet()
        #expect(try peer.call(ShowCart()).result?["cart"]?["version"] == 2)
        child.kill(SIGTERM)
        #expect(child.wait() == 0)
        // What the manager owns stays; what the daemon made is gone.
        #expect(exists(place("a")) && exists(place("b")) && !exists(place("c")))
    }

    @Test("What is passed and is no listening Unix socket is refused by name")
    func passedOthers() throws {
        let place = try TemporaryFolder()
        let file = open(try place.write("", to: "file"), O_RDWR | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        let pair = try SocketPair()
        let datagram = try DatagramSocket(path: place("datagram"))
        for (descriptor, reason) in [
            (file, "ENOTSOCK"), (pair.first.descriptor.rawValue, "not listening"), (datagram.descriptor, "SOCK_DGRAM"),
        ] {
            let outcome = try refusal(place, names: "cart", count: "1", [descriptor])
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("descriptor 3") || outcome.errors.contains(" 3:"), "\(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test(
        "A malformed announcement is refused",
        arguments: [("x", "cart"), ("-1", "cart"), ("99999999999", "cart"), ("1", "a:b"), ("7", "a:b:c:d:e:f:g")]
    )
    func malformed(count: String, names: String) throws {
        let place = try TemporaryFolder()
        let listener = try ListeningSocket.listen(at: UnixAddress(path: place("s")))
        let outcome = try refusal(place, names: names, count: count, [listener.descriptor.rawValue])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("LISTEN_FDS=\(count)"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("Without any socket it says what to do")
    func noSocket() throws {
        let place = try TemporaryFolder()
        let outcome = try Program(Executables.cartd, ["--state", place("state")]).run()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("--socket PATH"))
    }

    // MARK: By hand

    @Test("By hand: what a crash left is replaced, and the file is gone at the end")
    func byHand() throws {
        let place = try TemporaryFolder()
        let program = Program(Executables.cartd, ["--socket", place("s"), "--state", place("state")])
        var child = try program.started(at: place("s"))
        child.kill(SIGKILL)
        child.wait()
        #expect(exists(place("s")))
        child = try program.started(at: place("s"))
        child.kill(SIGTERM)
        #expect(child.wait() == 0)
        #expect(!exists(place("s")))
    }

    @Test("By hand: a socket that somebody listens on, and a file that is none, are left alone")
    func occupied() throws {
        let daemon = try TestDaemon()
        let place = try TemporaryFolder()
        let live = try Program(Executables.cartd, ["--socket", daemon.socketPath, "--state", place("state")]).run()
        #expect(live.status == 1)
        #expect(live.errors.contains(daemon.socketPath) && live.errors.contains("listening"), "\(live.errors)")
        #expect(try daemon.peer().call(AddLineItem()).result != nil)

        let file = try place.write("precious", to: "file")
        let other = try Program(Executables.cartd, ["--socket", file, "--state", place("state")]).run()
        #expect(other.status == 1)
        #expect(other.errors.contains(file) && other.errors.contains("not a socket"), "\(other.errors)")
        #expect(try contents(ofFile: file) == Array("precious".utf8))

        let long = place(String(repeating: "x", count: 120))
        let tooLong = try Program(Executables.cartd, ["--socket", long, "--state", place("state")]).run()
        #expect(tooLong.status == 1)
        #expect(tooLong.errors.contains("107"), "\(tooLong.errors)")
    }

    // MARK: The state

    @Test("A folder that cannot be used is refused by name")
    func unusableFolder() throws {
        let place = try TemporaryFolder()
        let file = try place.write("", to: "file")
        // The last can be written by nobody, root included.
        for state in [file, file + "/below", "/proc/cartd-state"] {
            let outcome = try Program(Executables.cartd, ["--socket", place("s"), "--state", state]).run()
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(state == file + "/below" ? file : state), "\(outcome.errors)")
            #expect(!exists(place("s")))
        }
    }

    @Test("A folder without permission is refused by name", .enabled(if: getuid() != 0, "root may write everywhere"))
    func forbiddenFolder() throws {
        let place = try TemporaryFolder()
        try #require(mkdir(place("closed"), 0o500) == 0)
        let outcome = try Program(Executables.cartd, ["--socket", place("s"), "--state", place("closed/state")]).run()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(place("closed/state")), "\(outcome.errors)")
    }

    @Test(
        "A damaged, newer or foreign database is refused by name and left as it is",
        arguments: ["cut", "noise", "text", "newer", "foreign"]
    )
    func database(kind: String) throws {
        let daemon = try TestDaemon()
        for _ in 0..<5 { try daemon.peer().call(AddLineItem()) }
        #expect(daemon.stop() == 0)
        let path = daemon.stateDirectory + "/cartd.sqlite"
        var bytes = try contents(ofFile: path)
        switch kind {
        case "cut": bytes.removeLast(bytes.count / 2)
        case "noise": for index in 4096..<bytes.count { bytes[index] ^= 0x5A }
        case "text": bytes = Array("not a database, but somebody's letter".utf8)
        // The numbers of PRAGMA user_version and application_id in the header (https://sqlite.org/fileformat2.html).
        case "newer": bytes[60] = 0x7F
        default: bytes[68] ^= 0x7F
        }
        _ = try daemon.place.write(bytes, to: "state/cartd.sqlite")
        let files = try names(in: daemon.stateDirectory).sorted()
        let outcome = try Program(
            Executables.cartd,
            ["--socket", daemon.place("other"), "--state", daemon.stateDirectory]
        ).run()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(path), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(try contents(ofFile: path) == bytes)
        // To look at a database in this mode is to make its log, which stays empty.
        let log = "cartd.sqlite-wal"
        #expect(try names(in: daemon.stateDirectory).filter { $0 != log }.sorted() == files)
        #expect(try !exists(path + "-wal") || contents(ofFile: path + "-wal").isEmpty)
    }

    @Test("One state has one daemon: the second is refused")
    func twoDaemons() throws {
        let daemon = try TestDaemon()
        try daemon.peer().call(AddLineItem())
        let outcome = try Program(
            Executables.cartd,
            ["--socket", daemon.place("other"), "--state", daemon.stateDirectory]
        ).run()
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(daemon.stateDirectory) && outcome.errors.contains("another cartd"),
            "\(outcome.errors)"
        )
        #expect(try daemon.peer().call(AddLineItem()).result?["cart"]?["version"] == 2)
        #expect(daemon.stop() == 0)
    }

    // MARK: Help

    /// A daemon that is given descriptors from 3 on, as sd_listen_fds(3) describes it.
    private func command(
        _ place: TemporaryFolder,
        names: String,
        count: String,
        _ descriptors: [Int32],
        _ more: [String]
    ) -> Program {
        var program = Program(
            "/bin/sh",
            ["-c", "export LISTEN_PID=$$; exec \"$@\"", "sh", Executables.cartd, "--state", place("state")] + more,
            environment: Program.inherited.merging(["LISTEN_FDS": count, "LISTEN_FDNAMES": names]) { $1 }
        )
        program.descriptors = descriptors.enumerated().map { ($1, Int32($0 + 3)) }
        return program
    }

    private func activated(
        _ place: TemporaryFolder,
        names: String,
        _ descriptors: [Int32],
        _ more: String...
    ) throws -> Child {
        try command(place, names: names, count: "\(descriptors.count)", descriptors, more).started(at: place("c"))
    }

    private func refusal(
        _ place: TemporaryFolder,
        names: String,
        count: String,
        _ descriptors: [Int32]
    ) throws -> Program.Outcome {
        try command(place, names: names, count: count, descriptors, []).run()
    }
}

/// Whether a file is there, a dangling link included.
func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

extension Program {
    /// Starts the program and waits until it says, by sd_notify(3), that it is ready.
    func started(at path: String) throws -> Child {
        let notify = "\(path).\(UInt32.random(in: .min ... .max))"
        let manager = try DatagramSocket(path: notify)
        var program = self
        program.environment = (environment ?? Self.inherited).merging(["NOTIFY_SOCKET": notify]) { $1 }
        let child = try program.start(keeping: manager)
        while try !manager.receive().contains("READY=1") {}
        return child
    }
}
