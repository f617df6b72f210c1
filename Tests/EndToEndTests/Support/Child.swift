import Glibc
import Synchronization
import TestSupport

/// A process that was started; killed and reaped with the value if it is still there.
final class Child: Sendable {
    let process: pid_t
    private let ended = Mutex<Int32?>(nil)

    private let companion: (any Sendable)?

    init(process: pid_t, keeping companion: (any Sendable)? = nil) {
        self.process = process
        self.companion = companion
    }

    deinit {
        kill(SIGKILL)
        wait()
    }

    /// Sends a signal, unless the process was waited for.
    func kill(_ signal: Int32) {
        ended.withLock { if $0 == nil { _ = Glibc.kill(process, signal) } }
    }

    /// Sends SIGSTOP and waits until the process stands still.
    func stopRunning() throws {
        kill(SIGSTOP)
        try waitUntilStopped()
    }

    /// Waits until the process stands still.
    func waitUntilStopped() throws {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WSTOPPED | WNOWAIT) != 0 {
            guard errno == EINTR else {
                throw Failure("waitid: errno \(errno)")
            }
        }
    }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, or minus the signal.
    @discardableResult
    func wait() -> Int32 {
        // Waits without reaping first, so that the number stays this process's until the lock is held.
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return ended.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
            ended = code
            return code
        }
    }

    /// Whether the process still runs.
    var isRunning: Bool {
        ended.withLock { ended in
            guard ended == nil else { return false }
            var info = siginfo_t()
            return waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_signo == 0
        }
    }

    /// The processor time so far in ticks of usually 10 ms (proc(5), stat: utime and stime).
    func processorTicks() throws -> Int {
        let fields = String(decoding: try contents(ofFile: "/proc/\(process)/stat"), as: UTF8.self).split(
            separator: " "
        )
        guard fields.count > 14, let user = Int(fields[13]), let system = Int(fields[14]) else {
            throw Failure("/proc/\(process)/stat cannot be read")
        }
        return user + system
    }

    /// The number of open descriptors.
    func descriptorCount() throws -> Int {
        try names(in: "/proc/\(process)/fd").count
    }

    /// The resident memory in bytes (proc(5), VmRSS).
    func residentBytes() throws -> Int {
        let status = String(decoding: try contents(ofFile: "/proc/\(process)/status"), as: UTF8.self)
        for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            if let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) {
                return kilobytes * 1024
            }
        }
        throw Failure("/proc/\(process)/status has no VmRSS")
    }
}
