import CartModel
import Glibc
package import UnixSockets

extension ConnectionFailure {
    /// What a failed connect(2) means.
    ///
    /// - Parameters:
    ///   - error: The failed call.
    ///   - path: The socket.
    ///   - role: How the socket was chosen.
    ///   - timeout: The time that was given, for the message.
    package init(connecting error: SystemError, to path: String, role: SocketRole, timeout: Duration) {
        let details: [String: CartError.Detail] = ["socket": .string(path)]
        switch error.code {
        case ENOENT, ECONNREFUSED:
            let advice =
                switch role {
                case .system: "systemctl start cartd.socket"
                case .systemAdmin: "systemctl start cartd-admin.socket"
                case .named, .user: "cartd --socket \(path)"
                }
            let message = "no daemon listens at \(path) (\(error.reason)); start one with: \(advice)"
            self.init(CartError(.noDaemon, message, details: details), isTransient: true)
        case EACCES, EPERM:
            self.init(.refusedAccess(error, to: path, role: role), isTransient: false)
        case ETIMEDOUT:
            let what = "the daemon at \(path) did not take the connection"
            self.init(.deadlineExceeded(what, timeout: timeout), isTransient: false)
        case ECONNRESET, EPIPE:
            self.init(
                CartError(.connectionLost, "the daemon at \(path) is gone (\(error.reason))", details: details),
                isTransient: true
            )
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            // The caller's own shortage, which no waiting here ends.
            self.init(
                CartError(.connectionLost, "no connection can be made: \(error)", details: details),
                isTransient: false
            )
        default:
            self.init(CartError(.noDaemon, "no daemon can be reached: \(error)", details: details), isTransient: false)
        }
    }
}

extension CartError {
    /// The user may not connect.
    fileprivate static func refusedAccess(_ error: SystemError, to path: String, role: SocketRole) -> CartError {
        switch role {
        case .system, .systemAdmin:
            let group = role == .system ? "cartd" : "cartd-admin"
            return CartError(
                .permissionDenied,
                "the socket \(path) is for members of the group \(group); "
                    + "join it with: usermod -aG \(group) USER, and log in again",
                details: ["socket": .string(path), "group": .string(group)]
            )
        case .named, .user:
            return CartError(
                .permissionDenied,
                "the socket \(path) may not be used by this user: \(error)",
                details: ["socket": .string(path)]
            )
        }
    }
}
