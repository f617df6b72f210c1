package import CartModel

/// Why a connection, or the attempt to make one, came to its end.
package struct ConnectionFailure: Error, Hashable, Sendable {
    /// What a caller is told where no other attempt is made.
    package var error: CartError
    /// Whether the same request on a new connection may succeed: the daemon was restarted or is too busy.
    package var isTransient: Bool

    /// Creates a failure.
    package init(_ error: CartError, isTransient: Bool) {
        self.error = error
        self.isTransient = isTransient
    }
}
