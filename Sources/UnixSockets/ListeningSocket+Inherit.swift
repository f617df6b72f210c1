import Glibc

extension ListeningSocket {
    /// Takes over a socket that another program opened, such as the service manager.
    ///
    /// It is checked to be a listening Unix stream socket and made close-on-exec and nonblocking. Its file
    /// belongs to whoever made it: ``removeFile()`` does nothing.
    ///
    /// - Throws: `EPROTONOSUPPORT` with what it is instead; the descriptor is closed then.
    package init(inheriting descriptor: consuming OwnedDescriptor) throws(SystemError) {
        let kind = try SocketKind(of: descriptor)
        guard kind.family == AF_UNIX, kind.type == SocketFlags.stream, kind.isListening else {
            throw SystemError(
                code: EPROTONOSUPPORT,
                operation: "inherit socket",
                context: "descriptor \(descriptor.rawValue), \(kind)",
                advice: "a listening AF_UNIX socket of type SOCK_STREAM is needed (ListenStream= with a path)"
            )
        }
        let address = try descriptor.localAddress()
        try descriptor.setCloseOnExec()
        try descriptor.setNonblocking(true)
        self.init(descriptor: descriptor, address: address, file: nil)
    }
}

/// What kind of socket a descriptor is: `SO_DOMAIN`, `SO_TYPE` and `SO_ACCEPTCONN`, socket(7).
package struct SocketKind: Hashable, Sendable, CustomStringConvertible {
    /// The address family, such as `AF_UNIX`.
    package let family: Int32
    /// The type, such as `SOCK_STREAM`.
    package let type: Int32
    /// Whether it takes connections.
    package let isListening: Bool

    /// Asks the kernel.
    ///
    /// - Throws: `ENOTSOCK` when the descriptor is open but no socket, `EBADF` when it is not open.
    package init(of descriptor: borrowing OwnedDescriptor) throws(SystemError) {
        family = try Self.option(SO_DOMAIN, "SO_DOMAIN", descriptor)
        type = try Self.option(SO_TYPE, "SO_TYPE", descriptor)
        isListening = try Self.option(SO_ACCEPTCONN, "SO_ACCEPTCONN", descriptor) != 0
    }

    private static func option(
        _ option: Int32,
        _ name: String,
        _ descriptor: borrowing OwnedDescriptor
    ) throws(SystemError) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor.rawValue, SOL_SOCKET, option, &value, &length) == 0 else {
            throw .last("getsockopt", "\(name) \(descriptor.rawValue)")
        }
        return value
    }

    /// Such as `family AF_UNIX, type SOCK_STREAM, listening`; a family or type without a name here is a number.
    package var description: String {
        let families = [AF_UNIX: "AF_UNIX", AF_INET: "AF_INET", AF_INET6: "AF_INET6", AF_NETLINK: "AF_NETLINK"]
        let types = [
            SocketFlags.stream: "SOCK_STREAM",
            Int32(SOCK_DGRAM.rawValue): "SOCK_DGRAM",
            Int32(SOCK_SEQPACKET.rawValue): "SOCK_SEQPACKET",
        ]
        return "family \(families[family] ?? "\(family)"), type \(types[type] ?? "\(type)"), "
            + (isListening ? "listening" : "not listening")
    }
}

extension OwnedDescriptor {
    /// The path that a Unix socket is bound to: getsockname(2).
    ///
    /// - Returns: nil when it has none, or an abstract one, or one that is not UTF-8.
    package borrowing func localAddress() throws(SystemError) -> UnixAddress? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(rawValue, $0, &length) }
        }
        guard status == 0 else { throw .last("getsockname", "descriptor \(rawValue)") }
        guard address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let path = withUnsafeBytes(of: &address.sun_path) { storage -> String? in
            let filled = storage.prefix(max(0, Int(length) - offset))
            return String(validating: filled.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.flatMap { try? UnixAddress(path: $0) }
    }
}
