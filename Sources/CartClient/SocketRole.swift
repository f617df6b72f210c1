/// How a socket was chosen, which decides what a person can do where it fails.
package enum SocketRole: Sendable {
    /// Named by the caller or the environment.
    case named
    /// The service manager's.
    case system
    /// The service manager's for administration.
    case systemAdmin
    /// The user's own.
    case user
}
