import CartClient
import Testing
import TestSupport

/// Which sockets are tried, by configuration and environment.
@Suite struct SocketPlanTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var socket: CartClient.Configuration.Socket = .automatic
        var role = Role.cart
        var environment: [String: String] = [:]
        var own: Set<String> = []
        var plan: SocketPlan

        var testDescription: String { "\(socket) \(environment) \(own)" }

        static func search(_ folder: String, isPrivate: Bool = false, admin: String? = nil) -> SocketPlan {
            .search(
                admin: admin,
                system: "/run/cartd/cartd.sock",
                user: RuntimeFolder(path: folder, isPrivate: isPrivate)
            )
        }
    }

    static let rows: [Row] = [
        Row(socket: .path("/a"), environment: ["CARTD_SOCKET": "/b"], plan: .named("/a")),
        Row(environment: ["CARTD_SOCKET": "/b", "XDG_RUNTIME_DIR": "/x"], own: ["/x"], plan: .named("/b")),
        Row(environment: ["CARTD_SOCKET": "relative.sock"], plan: .named("relative.sock")),
        Row(environment: ["CARTD_SOCKET": "", "XDG_RUNTIME_DIR": "/x"], own: ["/x"], plan: Row.search("/x/cartd")),
        Row(environment: ["XDG_RUNTIME_DIR": "/x/"], own: ["/x/"], plan: Row.search("/x/cartd")),
        Row(environment: ["XDG_RUNTIME_DIR": "/x"], own: ["/x", "/run/user/7"], plan: Row.search("/x/cartd")),
        // Not the user's (after sudo, for one), not there, not absolute, empty: the specification says to ignore it.
        Row(environment: ["XDG_RUNTIME_DIR": "/x"], own: ["/run/user/7"], plan: Row.search("/run/user/7/cartd")),
        Row(environment: ["XDG_RUNTIME_DIR": "x"], own: ["x"], plan: Row.search("/tmp/cartd-7", isPrivate: true)),
        Row(environment: ["XDG_RUNTIME_DIR": ""], own: [""], plan: Row.search("/tmp/cartd-7", isPrivate: true)),
        Row(own: ["/run/user/7"], plan: Row.search("/run/user/7/cartd")),
        Row(role: .admin, own: ["/run/user/7"], plan: Row.search("/run/user/7/cartd", admin: "/run/cartd/admin.sock")),
        Row(socket: .path("/a"), role: .admin, plan: .named("/a")),
        Row(role: .admin, environment: ["CARTD_SOCKET": "/b"], plan: .named("/b")),
        Row(own: ["/run/user/8"], plan: Row.search("/tmp/cartd-7", isPrivate: true)),
    ]

    @Test(arguments: rows) func plans(_ row: Row) {
        let plan = SocketPlan(
            row.socket,
            role: row.role,
            environment: row.environment,
            systemSocket: "/run/cartd/cartd.sock",
            user: 7,
            isOwnFolder: row.own.contains
        )
        #expect(plan == row.plan)
    }

    @Test func theUsersSocketAndLogAreInTheFolder() {
        let folder = RuntimeFolder(path: "/run/user/7/cartd", isPrivate: false)
        #expect(folder.socketPath == "/run/user/7/cartd/cartd.sock")
        #expect(folder.logPath == "/run/user/7/cartd/cartd.log")
    }
}
