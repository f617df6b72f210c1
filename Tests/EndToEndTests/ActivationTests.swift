import CartClient
import Glibc
import Synchronization
import Testing
import UnixSockets
import TestSupport

/// The daemon as it is started by whoever needs it: by the service manager on a connection, or by a client.
@Suite("Activation")
struct ActivationTests {
    static let hasSocketActivate = ["/usr/bin", "/bin", "/usr/local/bin"].contains {
        access($0 + "/systemd-socket-activate", X_OK) == 0
    }

    @Test(
        "Under systemd-socket-activate the first call starts it",
        .enabled(
            if: hasSocketActivate || FullRun.isRequired,
            "systemd-socket-activate is not installed (apt-get install systemd)"
        )
    )
    func socketActivate() throws {
        let place = try TemporaryFolder()
        let (ours, theirs) = try connectedPair()
        defer { close(ours) }
        let child = try Program(
            "systemd-socket-activate",
            ["-l", place("s"), Executables.cartd, "--state", place("state")]
        ).start(errors: theirs)
        close(theirs)
        // It says so once it listens.
        var said = ""
        while !said.contains("Listening on") {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(ours, &bytes, bytes.count)
            try #require(count > 0, "systemd-socket-activate ended: \(said)")
            said += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        #expect(!exists(place("state")))
        for count in 1...6 {
            let outcome = try Program(Executables.cartctl, ["--socket", place("s"), "--json", "add"]).run()
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("\"version\":\(count)"))
        }
        child.kill(SIGTERM)
        #expect(child.wait() == 0)
    }

    @Test(
        "cartctl with no daemon anywhere starts one",
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")")
    )
    func byClient() throws {
        let user = try UserPlace()
        #expect(try user.daemons() == [])
        let first: CartAnswer = try user.json("add")
        #expect(first.cart.lines.map(\.id) == ["danjianbao"])
        let daemons = try user.daemons()
        #expect(daemons.count == 1)
        let second: CartAnswer = try user.json("add")
        #expect(second.cart.version == 2)
        let status: StatusObject = try user.json("status")
        #expect([status.pid] == daemons)
        // The state is where the XDG Base Directory Specification has it.
        #expect(exists(user.place("state/cartd/cartd.sqlite")))
    }

    @Test(
        "Twenty at once start exactly one, and twenty adds count",
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")")
    )
    func twentyAtOnce() throws {
        for _ in 0..<Scale.current.crowds {
            let user = try UserPlace()
            let children = try (0..<20).map { _ in
                try user.cartctl(["add", "qianbao"]).start(output: nullDevice, errors: STDERR_FILENO)
            }
            #expect(children.map { $0.wait() } == Array(repeating: 0, count: 20))
            let answer: CartAnswer = try user.json("show")
            #expect(answer.cart.lines.map(\.quantity) == [20])
            #expect(answer.cart.version == 20)
            let status: StatusObject = try user.json("status")
            #expect(try user.daemons() == [status.pid])
        }
    }

    @Test(
        "Twenty at once, while whoever gets to run is killed, still count twenty",
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")")
    )
    func twentyAtOnceAndKilled() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("activation seed: \(seed)")
        var random = SplitMix64(seed: seed)
        for _ in 0..<Scale.current.crowds {
            let user = try UserPlace()
            let children = try (0..<20).map { _ in
                try user.cartctl(["--timeout", "60", "add", "qianbao"]).start(output: nullDevice, errors: STDERR_FILENO)
            }
            // Fewer than the six starts in a row that a client takes for a daemon that cannot run.
            var kills = 0
            while kills < 4 {
                if let daemon = try user.daemons().randomElement(using: &random) {
                    kill(daemon, SIGKILL)
                    kills += 1
                    // Until it is gone it would be found and counted again.
                    while kill(daemon, 0) == 0, try user.daemons().contains(daemon) {}
                }
                if children.allSatisfy({ !$0.isRunning }) { break }
            }
            #expect(children.map { $0.wait() } == Array(repeating: 0, count: 20), "seed \(seed), \(kills) kills")
            let answer: CartAnswer = try user.json("show")
            #expect(answer.cart.lines.map(\.quantity) == [20], "seed \(seed)")
        }
    }

    @Test(
        "After the idle time it is gone, and the next call finds the cart with a new one",
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")")
    )
    func idle() throws {
        let user = try UserPlace(idleTimeout: 0.05)
        for version in 1...3 as ClosedRange<Int64> {
            let answer: CartAnswer = try user.json("add")
            #expect(answer.cart.version == version)
            user.waitForEnd()
        }
        // The lock goes a moment before the process.
        let deadline = Deadline.after(.seconds(60))
        while try !user.daemons().isEmpty {
            try #require(!deadline.hasPassed, "the daemon does not end")
        }
    }

    @Test("Under a service manager no call is lost to the end of an idle daemon")
    func idleUnderManager() throws {
        let daemon = try TestDaemon(arguments: ["--idle-timeout", "0.001"], starting: false)
        let manager = try ServiceManager(daemon.launcher)
        let place = daemon.socketPath
        try hammer { CartClient.Configuration(socket: .path(place), timeout: .seconds(60)) }
        manager.stop()
        #expect(manager.starts > 1, "no daemon was idle, so this test has shown nothing")
        #expect(manager.failures == [])
    }

    @Test(
        "Without one no call is lost to it either",
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")")
    )
    func idleUnderClients() throws {
        let user = try UserPlace(idleTimeout: 0.001)
        let configuration = user.configuration
        let daemons = try hammer { configuration }
        #expect(daemons > 1, "no daemon was idle, so this test has shown nothing")
    }

    /// Clients that come and go with pauses of random length, so that daemons end just when somebody comes.
    ///
    /// - Returns: How many daemons answered.
    @discardableResult
    func hammer(_ configuration: @escaping @Sendable () -> CartClient.Configuration) throws -> Int {
        let seed = UInt64.random(in: .min ... .max)
        print("idle seed: \(seed)")
        let failures = Mutex<[String]>([])
        let daemons = Mutex<Set<Int32>>([])
        let clients = 3
        let rounds = Scale.current.idleRounds
        let threads = try (0..<clients).map { number in
            try BackgroundThread {
                var random = SplitMix64(seed: seed &+ UInt64(number))
                for round in 0..<rounds {
                    do {
                        let client = try CartClient(configuration())
                        let answer = try client.call(AddLineItem(cart: "c\(number)", product: "qianbao"))
                        daemons.withLock { _ = $0.insert(client.daemon.pid) }
                        if answer.cart.version != Int64(round + 1) {
                            failures.withLock {
                                $0.append("client \(number), round \(round): version \(answer.cart.version)")
                            }
                        }
                    } catch {
                        failures.withLock { $0.append("client \(number), round \(round): \(error)") }
                    }
                    // Only chance: with the others quiet too, the daemon is about to end when the pause does.
                    poll(nil, 0, .random(in: 0...20, using: &random))
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(failures.withLock { $0 } == [], "seed \(seed)")
        return daemons.withLock { $0.count }
    }

    @Test(
        "A daemon that cannot run is reported with its reason, not started for ever",
        .enabled(if: UserPlace.obstacle == nil || FullRun.isRequired, "\(UserPlace.obstacle ?? "")")
    )
    func cannotRun() throws {
        let user = try UserPlace()
        try #require(mkdir(user.place("state/cartd"), 0o700) == 0)
        _ = try user.place.write("somebody's letter, not a database", to: "state/cartd/cartd.sqlite")
        let outcome = try user.cartctl(["add"]).run()
        #expect(outcome.status == 69)
        #expect(outcome.output.contains("cartd.sqlite"), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("noDaemon"))
    }
}

/// Takes what nobody wants to read.
let nullDevice: Int32 = open("/dev/null", O_WRONLY | O_CLOEXEC)
