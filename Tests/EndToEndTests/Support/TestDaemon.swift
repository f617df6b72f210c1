import FoundationEssentials
import Glibc
import UnixSockets
import TestSupport

/// A daemon whose service manager is the test: the listening socket stays open here, as systemd keeps it, so that a
/// client can connect at any time, also while no daemon runs, and nobody has to wait for readiness.
final class TestDaemon {
    let place: TemporaryFolder
    let socketPath: String
    let stateDirectory: String
    private let listener: ListeningSocket
    /// How the daemon is started.
    let launcher: Launcher
    private(set) var child: Child?

    /// A daemon's command and the socket that it gets, as sd_listen_fds(3) describes it.
    struct Launcher: Sendable {
        /// Listens as long as the ``TestDaemon``.
        let listener: Int32
        /// What the socket is called, which makes its role (FileDescriptorName=, systemd.socket(5)).
        var socketName = "user"
        /// The daemon's arguments.
        let arguments: [String]
        /// A program, with its arguments, that starts all this; such as nsenter(1).
        var prefix: [String] = []

        /// - Parameter shell: Commands to run before the daemon takes the shell's place, such as `ulimit -n 64`.
        func start(shell: String = "") throws -> Child {
            // LISTEN_PID must be the daemon's own number, which only the process itself knows before it is the daemon.
            let words =
                prefix + ["/bin/sh", "-c", "\(shell)\nexport LISTEN_PID=$$; exec \"$@\"", "sh", Executables.cartd]
            var program = Program(words[0], Array(words.dropFirst()) + arguments)
            program.environment = Program.inherited
            program.environment?["LISTEN_FDS"] = "1"
            program.environment?["LISTEN_FDNAMES"] = socketName
            program.descriptors = [(listener, 3)]
            return try program.start()
        }
    }

    /// Makes the socket and starts the daemon.
    init(
        arguments: [String] = [],
        socketName: String = "user",
        state: String? = nil,
        prefix: [String] = [],
        starting: Bool = true
    ) throws {
        place = try TemporaryFolder()
        socketPath = place("cartd.sock")
        stateDirectory = state ?? place("state")
        listener = try ListeningSocket.listen(at: try UnixAddress(path: socketPath))
        launcher = Launcher(
            listener: listener.descriptor.rawValue,
            socketName: socketName,
            arguments: ["--state", stateDirectory] + arguments,
            prefix: prefix
        )
        if starting {
            try start()
        }
    }

    /// Starts the daemon on the socket.
    func start(shell: String = "") throws {
        child = try launcher.start(shell: shell)
    }

    /// kill -9, and waits until the process is gone.
    func kill() {
        child?.kill(SIGKILL)
        child?.wait()
    }

    /// SIGTERM, and waits for the end.
    func stop() -> Int32 {
        child?.kill(SIGTERM)
        return child?.wait() ?? 0
    }

    /// Runs cartctl against the daemon.
    func cartctl(_ arguments: String...) throws -> Program.Outcome {
        try cartctl(arguments)
    }

    /// Runs cartctl against the daemon.
    func cartctl(_ arguments: [String]) throws -> Program.Outcome {
        try Program(Executables.cartctl, ["--socket", socketPath] + arguments).run()
    }

    /// Runs `cartctl --json`, which must exit with the status, and decodes its one object.
    func json<Answer: Decodable>(
        status: Int32 = 0,
        _ arguments: String...
    ) throws -> Answer {
        try json(status: status, arguments)
    }

    /// Runs `cartctl --json`, which must exit with the status, and decodes its one object.
    func json<Answer: Decodable>(status: Int32 = 0, _ arguments: [String]) throws -> Answer {
        let outcome = try cartctl(["--json"] + arguments)
        guard outcome.status == status else {
            throw Failure("\(arguments) exited with \(outcome.status): \(outcome.output)\(outcome.errors)")
        }
        return try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    }

    /// The daemon's process.
    func running() throws -> Child {
        guard let child else {
            throw Failure("the daemon was not started")
        }
        return child
    }
}

/// `{"error": {...}}` as cartctl prints it.
struct ErrorObject: Decodable {
    var error: Body

    struct Body: Decodable {
        var code: String
        var message: String
    }
}
