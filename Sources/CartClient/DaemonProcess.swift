import Glibc
import UnixSockets

/// A daemon as it is started with a listening socket, by the rules of sd_listen_fds(3).
///
/// `setsid --fork` (util-linux, setsid(1)) makes it a child of nobody here, in a session of its own: the caller gets no
/// zombie, and no signal of the caller's terminal reaches the daemon. A shell comes in between because `LISTEN_PID` has to
/// be the daemon's own process number, which nobody knows before it runs.
struct DaemonProcess: Sendable {
    private static let script = "umask 077; cd /; LISTEN_PID=$$; export LISTEN_PID; exec \"$0\" \"$@\""

    /// What the caller's own service manager told the caller, which would lead the daemon astray (systemd.exec(5)): it would
    /// report to the caller's manager and keep its state in the caller's folder.
    private static let callersOwn: Set<String> = [
        "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "NOTIFY_SOCKET", "WATCHDOG_PID",
        "WATCHDOG_USEC", "MAINPID",
        "FDSTORE",
        "INVOCATION_ID", "JOURNAL_STREAM", "RUNTIME_DIRECTORY", "STATE_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY",
        "CONFIGURATION_DIRECTORY", "CREDENTIALS_DIRECTORY",
    ]

    /// An absolute path.
    let program: String
    let arguments: [String]
    let environment: [String: String]
    /// The file that standard output and error are appended to.
    let log: String

    /// Starts it: posix_spawn(3).
    func start(with listener: borrowing ListeningSocket) throws(SystemError) {
        let arguments = ["setsid", "--fork", "/bin/sh", "-c", Self.script, program] + arguments
        var actions = FileActions()
        // The socket first, while its number cannot have been taken by one of the others.
        actions.duplicate(listener.descriptor.rawValue, to: 3)
        actions.open(0, "/dev/null", O_RDONLY)
        actions.open(1, log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW)
        actions.duplicate(1, to: 2)
        actions.closeAll(from: 4)
        let attributes = SpawnAttributes()

        var child = pid_t()
        let status = withCStrings(arguments) { argv in
            withCStrings(environmentBlock) { envp in
                attributes.withPointer { attributes in
                    actions.withPointer { actions in posix_spawnp(&child, "setsid", actions, attributes, argv, envp) }
                }
            }
        }
        guard status == 0 else {
            throw SystemError(
                code: status,
                operation: "posix_spawn",
                context: "setsid",
                advice: "setsid of util-linux, /bin/sh and a writable \(log) are needed"
            )
        }
        try dismiss(child)
    }

    private var environmentBlock: [String] {
        var variables = environment.filter {
            !Self.callersOwn.contains($0.key) && !$0.key.isEmpty && !$0.key.contains("=")
        }
        variables["LISTEN_FDS"] = "1"
        variables["LISTEN_FDNAMES"] = "user"
        return variables.map { "\($0.key)=\($0.value)" }
    }

    /// Takes leave of `setsid`, which ends as soon as it has made the daemon's process: waitpid(2).
    private func dismiss(_ child: pid_t) throws(SystemError) {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            // A caller that ignores SIGCHLD, or waits for every child by itself, has taken the status; the start goes on.
            guard errno == EINTR else { return }
        }
        guard status == 0 else {
            throw SystemError(
                code: ECHILD,
                operation: "setsid",
                context: "wait status \(status)",
                advice: "its reason is in \(log)"
            )
        }
    }
}
