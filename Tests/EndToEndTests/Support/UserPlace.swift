import CartClient
import FoundationEssentials
import Glibc
import TestSupport

/// A user's machine without a service manager: folders of its own, and no daemon until a client starts one.
///
/// Daemons that were started there end with the value.
final class UserPlace: Sendable {
    /// Why the tests with it cannot run here, nil where they can.
    static let obstacle: String? =
        exists("/run/cartd/cartd.sock") ? "a system's cartd is installed here, which clients prefer" : nil

    let place: TemporaryFolder
    let environment: [String: String]

    /// - Parameter idleTimeout: Seconds, instead of the minute that a client's daemon is started with.
    init(idleTimeout: Double? = nil) throws {
        place = try TemporaryFolder()
        for folder in ["run", "state"] {
            guard mkdir(place(folder), 0o700) == 0 else {
                throw Failure("mkdir: errno \(errno)")
            }
        }
        var environment = Program.inherited
        for name in ["CARTD_SOCKET", "STATE_DIRECTORY"] { environment[name] = nil }
        environment["XDG_RUNTIME_DIR"] = place("run")
        environment["XDG_STATE_HOME"] = place("state")
        environment["CARTD_DAEMON"] = Executables.cartd
        if let idleTimeout {
            // The command line that the client gives is replaced; sh(1) hands on the number of its process.
            let script = "#!/bin/sh\nexec '\(Executables.cartd)' --idle-timeout \(idleTimeout)\n"
            let path = try place.write(script, to: "cartd")
            guard chmod(path, 0o700) == 0 else {
                throw Failure("chmod: errno \(errno)")
            }
            environment["CARTD_DAEMON"] = path
        }
        self.environment = environment
    }

    deinit {
        // A client may have been about to start one more.
        while let daemons = try? daemons(), !daemons.isEmpty {
            for process in daemons { kill(process, SIGKILL) }
            waitForEnd()
        }
    }

    var configuration: CartClient.Configuration {
        CartClient.Configuration(timeout: .seconds(60), environment: environment)
    }

    /// The daemons that run for this user.
    func daemons() throws -> [pid_t] {
        let mark = Array("XDG_STATE_HOME=\(place("state"))\u{0}".utf8)
        return try names(in: "/proc").compactMap { pid_t($0) }.filter { process in
            // A process may end meanwhile, and another user's may not be looked at.
            guard let name = try? contents(ofFile: "/proc/\(process)/comm"), name == Array("cartd\n".utf8),
                let environment = try? contents(ofFile: "/proc/\(process)/environ")
            else { return false }
            return environment.split(separator: 0).contains { Array($0) + [0] == mark }
        }
    }

    /// Waits until no daemon has the state any more: flock(2) on the file that a daemon locks as long as it runs.
    func waitForEnd() {
        let lock = open(place("state/cartd/cartd.lock"), O_RDWR | O_CLOEXEC)
        guard lock >= 0 else { return }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        close(lock)
    }

    /// Runs `cartctl --json`, which must succeed, and decodes its one object.
    func json<Answer: Decodable>(_ arguments: String...) throws -> Answer {
        let outcome = try cartctl(arguments).run()
        guard outcome.status == 0 else {
            throw Failure("\(arguments) exited with \(outcome.status): \(outcome.output)\(outcome.errors)")
        }
        return try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    }

    /// `cartctl --json` for this user.
    func cartctl(_ arguments: [String]) -> Program {
        Program(Executables.cartctl, ["--json"] + arguments, environment: environment)
    }
}

/// What `cartctl --json status` prints, as far as it is looked at here.
struct StatusObject: Decodable {
    var pid: Int32
    var connections: Int
}
