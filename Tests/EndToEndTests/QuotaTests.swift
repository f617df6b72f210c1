import CBOR
import CartProtocol
import Glibc
import TestSupport
import Testing

/// What one user may take of the daemon, and what the others notice of it.
@Suite(
    "Limits of one user",
    .enabled(if: geteuid() == 0 || FullRun.isRequired, "needs root to call as another user")
)
struct QuotaTests {
    static let hello = Result { try WirePeer.frame(Hello(software: "crowd"), id: 0) }

    /// What a user has open, as the status tells.
    func usage(of user: UInt64, _ peer: WirePeer) throws -> CBORValue? {
        guard case .array(let users)? = try peer.call(ShowStatus()).result?["users"] else {
            throw Failure("the status has no users")
        }
        return users.first { $0["uid"] == .unsigned(user) }
    }

    @Test("One user's connections over its limit are told so and closed; it keeps its own, and the others come in")
    func connections() throws {
        let daemon = try TestDaemon(arguments: ["--max-connections", "40", "--max-connections-per-user", "8"])
        let first = try daemon.peer()
        do {
            let crowd = try Crowd(of: 65533, at: daemon, count: 341, saying: [Self.hello.get()], reading: 1)
            #expect(crowd.answers.prefix(8).allSatisfy { $0.first?.result != nil })
            #expect(crowd.answers.count == 341)
            for told in crowd.answers.dropFirst(8) {
                #expect(told.map(\.code) == ["overloaded"] && told.first?.id == nil)
                let details: CBORValue = ["limit": "userConnections", "used": 8, "allowed": 8, "uid": 65533]
                #expect(told.first?.details == details)
            }
            #expect(try usage(of: 65533, first)?["connections"] == 8)
            let frames = try [Self.hello.get(), WirePeer.frame(ShowStatus(), id: 1)]
            let neighbour = try Crowd(of: 65532, at: daemon, count: 1, saying: frames, reading: 2)
            let status = try #require(neighbour.answers.first?.last?.result)
            #expect(status["role"] == "cart" && status["users"] == nil)
            let limit: CBORValue = ["limit": "userConnections", "used": 1, "allowed": 8]
            guard case .array(let limits)? = status["limits"] else { throw Failure("the status has no limits") }
            #expect(limits.contains(limit))
            // Who runs the daemon has all that is left.
            let own = try (10..<40).map { _ in try daemon.peer() }
            for peer in own + [first] { #expect(try peer.call(AddLineItem(product: "qianbao")).result != nil) }
            #expect(try WirePeer(path: daemon.socketPath).rest().first?.details?["limit"] == "connections")
        }
        try daemon.eventually("the crowd is gone") { try usage(of: 65533, first) == nil }
        #expect(daemon.stop() == 0)
    }

    @Test("A stream too many on a connection is refused, and the others go on")
    func streams() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        let watcher = try daemon.peer()
        for id in 1...1025 as ClosedRange<UInt64> { try watcher.send(WatchCart(), id: id) }
        var opened: Set<UInt64> = []
        while opened.count < 1024 {
            let message = try #require(try watcher.next())
            if let id = message.id, message.event != nil {
                opened.insert(id)
            } else {
                #expect(message.id == 1025 && message.code == "overloaded")
                #expect(message.details?["limit"] == "streams" && message.details?["allowed"] == 1024)
            }
        }
        #expect(opened == Set(1...1024))
        #expect(try usage(of: UInt64(geteuid()), peer)?["streams"] == 1024)
        #expect(try peer.call(AddLineItem()).result != nil)
        var told: Set<UInt64> = []
        while told.count < 1024 {
            let message = try #require(try watcher.next(), "the connection of the watcher has ended")
            if let id = message.id, message.event?["kind"] == "changed" { told.insert(id) }
        }
        #expect(try watcher.call(CancelRequest(request: 7), id: 2000).code == "cancelled")
        #expect(daemon.stop() == 0)
    }
}
