import Glibc
import UnixSockets

/// The socket of a service manager that is told things by sd_notify(3).
final class DatagramSocket: Sendable {
    let descriptor: Int32
    private let path: String

    init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw Failure("socket: errno \(errno)")
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        try withUnsafeMutableBytes(of: &address.sun_path) { storage in
            guard bytes.count < storage.count else { throw Failure("\(path) is too long") }
            storage.copyBytes(from: bytes)
        }
        unlink(path)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            throw Failure("bind \(path): errno \(errno)")
        }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The lines of the next message; it waits a minute at most.
    func receive() throws -> [String] {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 60_000) == 1 else {
            throw Failure("nothing was said at \(path) for a minute")
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
