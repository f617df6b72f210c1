import CGlibc
import Glibc
import Testing

/// Stands in for the journal: its socket in a /run that only the calling thread sees.
///
/// The path is fixed in libsystemd, so the thread is given file systems of its own: unshare(2), mount(2).
final class PrivateJournal {
    private let descriptor: Int32

    /// Whether this process may mount: CAP_SYS_ADMIN, number 21, among its effective capabilities, proc(5).
    static var isPossible: Bool {
        let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let line = take(8192, from: descriptor).split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let digits = line?.split(separator: "\t").last ?? ""
        return (UInt64(digits, radix: 16) ?? 0) >> 21 & 1 == 1
    }

    init() throws {
        // CLONE_NEWNS.
        try #require(unshare(0x0002_0000) == 0)
        // Without this the next mount would be seen by everybody: MS_REC | MS_PRIVATE.
        try #require(mount("none", "/", nil, 0x4000 | 0x40000, nil) == 0)
        try #require(mount("tmpfs", "/run", "tmpfs", 0, nil) == 0)
        try #require(mkdir("/run/systemd", 0o755) == 0)
        try #require(mkdir("/run/systemd/journal", 0o755) == 0)
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/run/systemd/journal/socket".utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(status == 0)
    }

    deinit { close(descriptor) }

    /// The next record, which has been sent already, in the journal's native protocol: `NAME=value` and a line
    /// feed, or `NAME`, a line feed, the length in 8 bytes, little end first, the value and a line feed.
    func receive() -> [String: [[UInt8]]] {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let length = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        var rest = buffer.prefix(max(0, length))
        var record: [String: [[UInt8]]] = [:]
        while let end = rest.firstIndex(of: 10) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: 61) {
                record[String(decoding: line[..<equals], as: UTF8.self), default: []].append(
                    Array(line[(equals + 1)...])
                )
            } else {
                let size = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
                record[String(decoding: line, as: UTF8.self), default: []].append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size + 1)
            }
        }
        return record
    }
}
