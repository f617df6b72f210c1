import CartClient
import Glibc
import Testing
import UnixSockets

/// What a failed connect(2) is to a caller.
@Suite struct ConnectFailureTests {
    private func failure(_ code: Int32, role: SocketRole) -> ConnectionFailure {
        ConnectionFailure(
            connecting: SystemError(code: code, operation: "connect", context: "/s"),
            to: "/s",
            role: role,
            timeout: .seconds(1)
        )
    }

    @Test(arguments: [
        (ENOENT, CartError.Code.noDaemon, true), (ECONNREFUSED, .noDaemon, true), (ENOTDIR, .noDaemon, false),
        (EPROTOTYPE, .noDaemon, false), (ENOTSOCK, .noDaemon, false), (ELOOP, .noDaemon, false),
        (EACCES, .permissionDenied, false), (EPERM, .permissionDenied, false), (ETIMEDOUT, .deadlineExceeded, false),
        (ECONNRESET, .connectionLost, true), (EPIPE, .connectionLost, true), (EMFILE, .connectionLost, false),
        (ENFILE, .connectionLost, false), (EINVAL, .noDaemon, false),
    ]) func hasACode(_ code: Int32, _ expected: CartError.Code, _ isTransient: Bool) {
        for role in [SocketRole.named, .system, .systemAdmin, .user] {
            let failure = failure(code, role: role)
            #expect(failure.error.code == expected)
            #expect(failure.isTransient == isTransient)
            #expect(failure.error.message.contains("/s") || code == EMFILE || code == ENFILE)
        }
    }

    @Test func namesTheWayOut() {
        #expect(failure(ENOENT, role: .named).error.message.contains("cartd --socket /s"))
        #expect(failure(ENOENT, role: .system).error.message.contains("systemctl start cartd.socket"))
        let denied = failure(EACCES, role: .system).error
        #expect(denied.message.contains("group cartd"))
        #expect(denied.details["group"] == "cartd")
        #expect(failure(ENOENT, role: .systemAdmin).error.message.contains("systemctl start cartd-admin.socket"))
        #expect(failure(EACCES, role: .systemAdmin).error.details["group"] == "cartd-admin")
        #expect(failure(EACCES, role: .named).error.details["group"] == nil)
    }
}
