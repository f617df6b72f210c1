package import CartProtocol

/// Which sockets to try, worked out from the configuration and the environment.
package enum SocketPlan: Hashable, Sendable {
    /// This one; whoever named it also takes care of its daemon.
    case named(String)
    /// The system's where somebody accepts there, that for administration first where it is wanted, else the user's own.
    case search(admin: String?, system: String, user: RuntimeFolder)

    /// Makes the plan.
    ///
    /// Without a named socket (the configuration's, else `CARTD_SOCKET`), the folder of the user's socket is the first of
    /// - `$XDG_RUNTIME_DIR/cartd`, where the variable is an absolute path and names a folder of the user's, as the XDG Base
    ///   Directory Specification demands,
    /// - `/run/user/UID/cartd`, where that is a folder of the user's,
    /// - `/tmp/cartd-UID`, which must be the user's and closed to everybody else.
    ///
    /// The system's socket for administration lies beside the other one, and is called `admin.sock`.
    ///
    /// - Parameters:
    ///   - socket: What the caller asked for.
    ///   - role: What its calls need.
    ///   - environment: The environment.
    ///   - systemSocket: The system's socket.
    ///   - user: The effective user.
    ///   - isOwnFolder: Whether a path is a folder that belongs to that user.
    package init(
        _ socket: CartClient.Configuration.Socket,
        role: Role = .cart,
        environment: [String: String],
        systemSocket: String,
        user: UInt32,
        isOwnFolder: (String) -> Bool
    ) {
        if case .path(let path) = socket {
            self = .named(path)
            return
        }
        if let path = environment["CARTD_SOCKET"], !path.isEmpty {
            self = .named(path)
            return
        }
        let parents = [environment["XDG_RUNTIME_DIR"], "/run/user/\(user)"]
        let parent = parents.lazy.compactMap(\.self).first { $0.hasPrefix("/") && isOwnFolder($0) }
        let folder =
            if let parent {
                RuntimeFolder(path: Self.withoutTrailingSlashes(parent) + "/cartd", isPrivate: false)
            } else {
                RuntimeFolder(path: "/tmp/cartd-\(user)", isPrivate: true)
            }
        let systemFolder = systemSocket[..<(systemSocket.lastIndex(of: "/") ?? systemSocket.startIndex)]
        self = .search(
            admin: role == .admin ? systemFolder + "/admin.sock" : nil,
            system: systemSocket,
            user: folder
        )
    }

    private static func withoutTrailingSlashes(_ path: String) -> Substring {
        var path = path[...]
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
