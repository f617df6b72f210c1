package import CartModel
import FoundationEssentials
import Glibc

/// A stage in a new temporary folder that nobody else can look into.
package struct TemporaryStage: DemoStage {
    package let folder: String
    private let signals = SignalWatch([SIGINT, SIGTERM, SIGHUP])

    /// A socket's path has at most 107 bytes (unix(7)); what the client puts below the folder takes some of them.
    private static let longestFolder = 107 - "/run/cartd/cartd.sock".utf8.count

    /// Makes the folder in `$TMPDIR`, else in `/tmp`: mkdtemp(3).
    ///
    /// - Throws: `storageFailure`.
    package init(environment: [String: String]) throws(CartError) {
        let name = "/cartd-demo-XXXXXX"
        let wanted = environment["TMPDIR"] ?? ""
        let isUsable = wanted.hasPrefix("/") && wanted.utf8.count + name.utf8.count <= Self.longestFolder
        let pattern = (isUsable ? wanted : "/tmp") + name
        let made = pattern.withCString { text -> String? in
            guard let template = strdup(text) else { return nil }
            defer { free(template) }
            return mkdtemp(template).map { String(cString: $0) }
        }
        guard let made else {
            throw .failed("make the folder", pattern)
        }
        folder = made
        for part in [runtimeFolder, stateFolder] where mkdir(part, 0o700) != 0 {
            let error = CartError.failed("make the folder", part)
            try clear()
            throw error
        }
    }

    private var runtimeFolder: String { folder + "/run" }
    private var stateFolder: String { folder + "/state" }

    package var interruption: Int32? { signals.caught }

    package func now() -> Int64 {
        var time = timespec()
        // Cannot fail: the clock exists on every Linux and the pointer is valid.
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    package func options(from options: ServiceOptions) -> ServiceOptions {
        var options = options
        // Nobody listens there, so the system's own daemon is left alone.
        options.systemSocket = folder + "/no-system-socket"
        options.environment["CARTD_SOCKET"] = nil
        options.environment["XDG_RUNTIME_DIR"] = runtimeFolder
        options.environment["XDG_STATE_HOME"] = stateFolder
        return options
    }

    package func stopDaemon(_ process: Int32) throws(CartError) {
        guard RunningProcess.stop(process, if: { isOurs(process) }) else {
            throw .demoFailed("the process \(process) is not the demo's daemon, or does not end")
        }
    }

    package func clear() throws(CartError) {
        // Also one whose number nobody was told, because it was still starting.
        for process in RunningProcess.all where isOurs(process) {
            try stopDaemon(process)
        }
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            throw CartError(
                .storageFailure,
                "the folder of the demo cannot be removed: \(error)",
                details: ["folder": .string(folder)]
            )
        }
    }

    /// Whether a process was started with the stage's environment, which no other process has.
    private func isOurs(_ process: Int32) -> Bool {
        RunningProcess.environment(of: process).contains(Array("XDG_STATE_HOME=\(stateFolder)".utf8)[...])
    }
}

extension CartError {
    /// A system call on the demo's files has failed, by the `errno` of the moment.
    fileprivate static func failed(_ what: String, _ path: String) -> CartError {
        let reason = String(cString: strerror(errno))
        return CartError(
            .storageFailure,
            "cannot \(what) \(path): \(reason); set TMPDIR to a folder that can be written",
            details: ["folder": .string(path)]
        )
    }
}
