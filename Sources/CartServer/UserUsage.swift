package import CartModel
import CartStore

/// What one user has open.
///
/// Each number changes only together with what it counts.
package struct UserUsage: Hashable, Sendable {
    /// Connections that are open.
    package private(set) var connections = 0
    /// Streams that are open.
    package private(set) var streams = 0
    /// Bytes in flight: of requests that wait, and of answers that are not sent yet.
    package private(set) var bytes = 0

    /// Creates an account of nothing.
    package init() {}

    /// Counts a connection.
    ///
    /// - Parameters:
    ///   - user: Whose it is, for the refusal.
    ///   - allowed: How many there may be; nil is any number.
    /// - Throws: `overloaded`, and nothing is counted.
    package mutating func addConnection(of user: UInt32, allowed: Int?) throws(CartError) {
        if let allowed, connections >= allowed {
            throw .overloaded(
                "userConnections",
                of: user,
                used: connections,
                allowed: allowed,
                "user \(user) has \(connections) connections open, of at most \(allowed); close one, or try again later"
            )
        }
        connections += 1
    }

    /// Counts a connection no more.
    package mutating func removeConnection() {
        connections -= 1
    }

    /// Counts a stream.
    ///
    /// - Parameters:
    ///   - user: Whose it is, for the refusal.
    ///   - allowed: How many there may be; nil is any number.
    /// - Throws: `overloaded`, and nothing is counted.
    package mutating func addStream(of user: UInt32, allowed: Int?) throws(CartError) {
        if let allowed, streams >= allowed {
            throw .overloaded(
                "userStreams",
                of: user,
                used: streams,
                allowed: allowed,
                "user \(user) has \(streams) streams open, of at most \(allowed); end one first"
            )
        }
        streams += 1
    }

    /// Counts a stream no more.
    package mutating func removeStream() {
        streams -= 1
    }

    /// Counts the bytes of a connection anew.
    ///
    /// - Parameters:
    ///   - counted: How many were counted of it the last time; is set to how many are now.
    ///   - now: How many there are.
    package mutating func recount(_ counted: inout Int, as now: Int) {
        bytes += now - counted
        counted = now
    }
}

extension CartError {
    /// The `overloaded` of a limit of one user.
    static func overloaded(
        _ limit: String,
        of user: UInt32,
        used: Int,
        allowed: Int,
        _ message: String
    ) -> CartError {
        var error = CartError.overloaded(limit, used: used, allowed: allowed, message)
        error.details["uid"] = .integer(Int64(user))
        return error
    }
}
