import Glibc

/// The address of a Unix socket in the file system, see unix(7).
///
/// Only what fits the kernel's structure exists as a value, so no later call can cut a path short and bind or
/// connect to another file than the one that was named.
package struct UnixAddress: Hashable, Sendable, CustomStringConvertible {
    /// The longest path in bytes: `sun_path` holds 108, one of them the terminating zero.
    package static let maximumPathLength = 107

    /// The path of the socket file, absolute or relative to the working directory.
    package let path: String

    /// Checks a path.
    ///
    /// Refused, each with its reason and the way out: an empty path (`EINVAL`), one with a zero byte or a
    /// leading `@`, the two spellings of an abstract name (`EINVAL`), and one of more than
    /// ``maximumPathLength`` bytes (`ENAMETOOLONG`).
    package init(path: String) throws(SystemError) {
        guard !path.isEmpty else {
            throw SystemError(
                code: EINVAL,
                operation: "socket address",
                context: "(empty)",
                advice: "give the path of a socket file"
            )
        }
        guard !path.utf8.contains(0), path.utf8.first != UInt8(ascii: "@") else {
            throw SystemError(
                code: EINVAL,
                operation: "socket address",
                context: path.utf8.contains(0) ? "(contains a zero byte)" : path,
                advice: "abstract sockets are not supported, anybody may take their names; "
                    + "for a file of this name write ./@..."
            )
        }
        guard path.utf8.count <= Self.maximumPathLength else {
            throw SystemError(
                code: ENAMETOOLONG,
                operation: "socket address",
                context: path,
                advice: "a socket path has at most \(Self.maximumPathLength) bytes and this one \(path.utf8.count); "
                    + "use a shorter folder, or a path relative to the working directory"
            )
        }
        self.path = path
    }

    /// The path.
    package var description: String { path }

    /// Calls `body` with the address as the C functions take it.
    func withSocketAddress<Result, Failure: Error>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { storage in
            // The rest stays zero and so terminates the path, whose length was checked.
            storage.copyBytes(from: path.utf8.prefix(Self.maximumPathLength))
        }
        return try withUnsafePointer(to: &address) { pointer throws(Failure) in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(Failure) in
                try body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
