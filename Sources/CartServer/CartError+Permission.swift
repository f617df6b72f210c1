import CartModel
import CartProtocol

extension CartError {
    /// The refusal of a method to who has not the role for it.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - needed: The role that it takes.
    ///   - caller: Who called it.
    ///   - owner: The user that the daemon runs as.
    ///   - adminSocket: Where the role is to be had; nil where the daemon has no such socket, or one without a path.
    ///   - hasAdminSocket: Whether it has one at all.
    static func permissionDenied(
        _ method: String,
        takes needed: Role,
        _ caller: Caller,
        owner: UInt32,
        adminSocket: String?,
        hasAdminSocket: Bool
    ) -> CartError {
        let wayOut =
            if let adminSocket {
                "connect to \(adminSocket)"
            } else if hasAdminSocket {
                "the daemon's other socket, which has no path, is the one for that"
            } else if caller.access == .owner {
                "on this socket root and user \(owner) have it"
            } else {
                "this daemon has no socket for that: enable cartd-admin.socket, or start cartd with --admin-socket PATH"
            }
        var details: [String: Detail] = [
            "method": .string(method), "needed": .string(needed.rawValue), "role": .string(caller.role.rawValue),
            "uid": .integer(Int64(caller.user)),
        ]
        details["socket"] = adminSocket.map { .string($0) }
        return CartError(
            .permissionDenied,
            "\(method) takes the role \(needed.rawValue), and user \(caller.user) has the role "
                + "\(caller.role.rawValue) here; \(wayOut)",
            details: details
        )
    }
}
