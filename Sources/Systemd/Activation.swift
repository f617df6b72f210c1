import CSystemd
import Glibc

/// A descriptor that the service manager opened for this process and passed on.
public struct ActivatedSocket: Hashable, Sendable {
    /// The name given by `FileDescriptorName=` in the socket unit or by the descriptor store; `unknown` without one.
    public let name: String

    /// The open descriptor, close-on-exec.
    ///
    /// Whoever took it with ``Activation/takeSockets()`` owns it and closes it.
    public let descriptor: Int32

    /// Names a descriptor that came by another way, such as one opened for a test.
    public init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
    }
}

extension ActivatedSocket {
    /// Whether it is a Unix stream socket that listens: `sd_is_socket`, sd_is_socket(3).
    ///
    /// The descriptor store gives back what was stored, which need not be a socket.
    public var isListeningUnixStream: Bool {
        sd_is_socket(descriptor, AF_UNIX, Int32(SOCK_STREAM.rawValue), 1) > 0
    }
}

/// Socket activation: the descriptors that the service manager passes at start, sd_listen_fds(3).
public enum Activation {
    /// Takes all descriptors that were passed: `sd_listen_fds_with_names`, sd_listen_fds_with_names(3).
    ///
    /// Each is made close-on-exec, and `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES` are removed from the
    /// environment, so that children inherit neither. Every later call therefore gives an empty array: the
    /// caller owns the descriptors from the first one on. Call it early and before there are other threads,
    /// because it changes the environment.
    ///
    /// - Returns: the descriptors in the order of the units' configuration; empty when the process was not
    ///   activated, or the variables are meant for another process.
    /// - Throws: ``SystemdError`` when the variables are malformed (`EINVAL`), including names that do not match
    ///   the number of descriptors, or announce descriptors that are not open (`EBADF`).
    public static func takeSockets() throws(SystemdError) -> [ActivatedSocket] {
        let announced = Environment.value(of: "LISTEN_FDS")
        let announcedNames = Environment.value(of: "LISTEN_FDNAMES")
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try check(
            sd_listen_fds_with_names(1, &names),
            "sd_listen_fds_with_names",
            "LISTEN_FDS=\(announced ?? "") LISTEN_FDNAMES=\(announcedNames ?? "")"
        )
        defer { freeStrings(names) }
        return (0..<count).map { index in
            let name = names?[Int(index)].map { String(cString: $0) }
            return ActivatedSocket(name: name ?? "unknown", descriptor: SD_LISTEN_FDS_START + index)
        }
    }

    /// Frees a null-terminated array of strings that libsystemd allocated.
    private static func freeStrings(_ strings: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) {
        guard let strings else { return }
        var next = strings
        while let string = next.pointee {
            free(string)
            next += 1
        }
        free(strings)
    }
}

/// The process environment, getenv(3).
enum Environment {
    /// A variable's value; nil when it is not set.
    static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
