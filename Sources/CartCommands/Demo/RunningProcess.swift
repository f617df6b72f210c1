import CGlibc
import FoundationEssentials
import Glibc
import UnixSockets

/// What proc(5) and pidfd_open(2) say about the processes of this machine.
enum RunningProcess {
    private static let patience = Duration.seconds(5)

    /// The numbers of all processes that can be seen.
    static var all: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }
    }

    /// The environment that a process was started with, a variable an element; empty where it cannot be read.
    static func environment(of process: Int32) -> [ArraySlice<UInt8>] {
        let file = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        let descriptor = OwnedDescriptor(taking: file)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor.rawValue, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes.split(separator: 0)
    }

    /// Asks a process to end (SIGTERM) and waits until it has; one that does not is ended (SIGKILL).
    ///
    /// The process is held by a descriptor, pidfd_open(2), so that its number cannot become another's meanwhile.
    ///
    /// - Parameters:
    ///   - process: The process.
    ///   - isMeant: Asked once the process is held; where it says no, the process is left alone.
    /// - Returns: Whether there is no such process any more.
    static func stop(_ process: Int32, if isMeant: () -> Bool) -> Bool {
        let number = pidfd_open(process, 0)
        guard number >= 0 else { return errno == ESRCH }
        let descriptor = OwnedDescriptor(taking: number)
        guard isMeant() else { return false }
        for signal in [SIGTERM, SIGKILL] {
            guard pidfd_send_signal(number, signal, nil, 0) == 0 || errno == ESRCH else { return false }
            if let ready = try? descriptor.wait(for: .readable, until: .after(patience)), ready.contains(.readable) {
                return true
            }
        }
        return false
    }
}
