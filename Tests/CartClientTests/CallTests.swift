import CartClient
import Glibc
import Synchronization
import Testing
import TestSupport

/// Calls over a socket, to a daemon that does what the test says.
@Suite struct CallTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    private func connect(timeout: Duration = .seconds(20)) throws(CartError) -> CartClient {
        try CartClient(.init(socket: .path(path), timeout: timeout, software: "test 1.0", environment: [:]))
    }

    /// The error that a body throws; an issue where it throws none.
    private func error(_ body: () throws(CartError) -> Void) -> CartError {
        do {
            try body()
            Issue.record("nothing was thrown")
            return CartError(.init(rawValue: "none"), "")
        } catch {
            return error
        }
    }

    @Test func saysHelloFirst() throws {
        let hello = Mutex<Hello?>(nil)
        let server = try FakeServer(at: path) { peer, _ in
            let greeting = try peer.greet(.fake(pid: 99))
            hello.withLock { $0 = greeting }
            peer.waitForEnd()
        }
        do {
            let client = try connect()
            #expect(client.daemon == .fake(pid: 99))
        }
        try server.end()
        #expect(hello.withLock { $0 } == Hello(protocolVersions: .init(min: 1, max: 1), software: "test 1.0"))
    }

    @Test func readsAnAnswerThatComesByteByByte() throws {
        let server = try FakeServer(at: path) { peer, _ in
            let hello = try peer.request()
            for byte in try Frames.reply(hello.id, Hello.Answer.fake) { try peer.send([byte]) }
            let call = try peer.request()
            for byte in try Frames.reply(call.id, CartAnswer.fake(version: 8)) { try peer.send([byte]) }
            peer.waitForEnd()
        }
        #expect(try connect().call(ShowCart()).cart.version == 8)
        try server.end()
    }

    @Test func carriesLongRequestsAndAnswers() throws {
        // Both are longer than what a socket holds (net.core.wmem_default, about 208 KiB).
        let name = String(repeating: "Ω", count: 400_000)
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let call = try peer.request()
            guard case .listCarts(let list) = try call.request.get() else { return }
            try peer.answerTo(call, ListCarts.Answer(carts: [], next: list.after))
            peer.waitForEnd()
        }
        #expect(try connect().call(ListCarts(after: name)).next == name)
        try server.end()
    }

    @Test func passesRefusalsOnAndKeepsTheConnection() throws {
        let refusal = CartError(.init(rawValue: "outOfPaper"), "no paper", details: ["tray": 2])
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            try peer.refuse(peer.request().id, refusal)
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 1))
            peer.waitForEnd()
        }
        let client = try connect()
        #expect(error { () throws(CartError) in _ = try client.call(AddLineItem()) } == refusal)
        #expect(try client.call(ShowCart()).cart.version == 1)
        #expect(server.connections == 1)
    }

    @Test func refusesARequestOverTheDaemonsLimitByItself() throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet(.fake(pid: 1, frameLimit: 100))
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 1))
            peer.waitForEnd()
        }
        let client = try connect()
        let failure = error { () throws(CartError) in
            _ = try client.call(AddLineItem(product: String(repeating: "a", count: 200)))
        }
        #expect(failure.code == .frameTooLarge)
        #expect(try client.call(ShowCart()).cart.version == 1)
        #expect(server.connections == 1)
    }

    /// What ends the first connection, each with the code that the caller gets.
    static let breaches: [(String, @Sendable (UInt64) throws -> [UInt8], CartError.Code)] = [
        ("text", { _ in Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) }, .malformed),
        ("an oversize frame", { _ in [0xFF, 0xFF, 0xFF, 0xFF] }, .malformed),
        ("an empty frame", { _ in [0, 0, 0, 0] }, .malformed),
        ("another answer", { try Frames.reply($0, ListCarts.Answer(carts: [])) }, .malformed),
        (
            "a refusal of the connection", { _ in try Frames.refusal(nil, CartError(.storageFailure, "x")) },
            .storageFailure
        ),
        (
            "one of a kind to come", { _ in try Frames.refusal(nil, CartError(.init(rawValue: "onFire"), "x")) },
            .init(rawValue: "onFire")
        ),
    ]

    @Test(arguments: breaches) func dropsAConnectionThatCannotBeTrusted(
        _ name: String,
        _ bytes: @escaping @Sendable (UInt64) throws -> [UInt8],
        _ code: CartError.Code
    ) throws {
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet(.fake(pid: Int32(number)))
            let call = try peer.request()
            if number == 0 {
                try peer.send(bytes(call.id))
            } else {
                try peer.answerTo(call, CartAnswer.fake(version: 7))
            }
            peer.waitForEnd()
        }
        let client = try connect()
        #expect(error { () throws(CartError) in _ = try client.call(ShowCart()) }.code == code, "\(name)")
        #expect(server.connections == 1)
        #expect(try client.call(ShowCart()).cart.version == 7)
        #expect(server.connections == 2)
        #expect(client.daemon.pid == 1)
    }

    @Test func throwsTheRefusalOfHello() throws {
        for (id, error) in [
            (UInt64?(0), CartError(.unsupportedVersion, "too old")), (nil, CartError(.permissionDenied, "not you")),
        ] {
            let server = try FakeServer(at: path) { peer, _ in
                _ = try peer.request()
                try peer.refuse(id, error)
                peer.waitForEnd()
            }
            #expect(self.error { () throws(CartError) in _ = try connect() } == error)
            #expect(server.connections == 1)
            try server.end()
        }
    }

    @Test func readsTheReasonOfADaemonThatHasClosed() throws {
        let refusal = CartError(.init(rawValue: "shuttingDown"), "come back tomorrow")
        let greeted = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            greeted.wait()
            try peer.refuse(nil, refusal)
        }
        let client = try connect()
        greeted.send()
        // From here on nobody reads what is sent: the send fails (EPIPE), and the reason waits to be read.
        try server.end()
        #expect(error { () throws(CartError) in _ = try client.call(AddLineItem()) }.code == refusal.code)
    }

    @Test func readsTheReasonOfADaemonThatReadsNoMore() throws {
        let refusal = CartError(.frameTooLarge, "too long for me")
        let greeted = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            greeted.wait()
            try peer.refuse(nil, refusal)
            peer.waitForHangup()
        }
        let client = try connect()
        greeted.send()
        // Does not fit into the socket, so the sender has to wait, and the reason comes instead of room.
        let long = AddLineItem(product: String(repeating: "a", count: 900_000))
        #expect(error { () throws(CartError) in _ = try client.call(long) }.code == refusal.code)
        try server.end()
    }

    @Test func passesOverAnAnswerToARequestThatItDoesNotKnow() throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let call = try peer.request()
            try peer.send(Frames.reply(call.id + 1, CartAnswer.fake(version: 1)))
            try peer.send(Frames.refusal(0, CartError(.overloaded, "who?")))
            try peer.answerTo(call, CartAnswer.fake(version: 7))
            peer.waitForEnd()
        }
        #expect(try connect().call(ShowCart()).cart.version == 7)
        #expect(server.connections == 1)
    }

    @Test func tellsTheDaemonHowLongItWaits() throws {
        let timeouts = Mutex<[UInt64?]>([])
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            while true {
                let call = try peer.request()
                timeouts.withLock { $0.append(call.timeout) }
                try peer.answerTo(call, CartAnswer.fake(version: 1))
            }
        }
        let client = try connect(timeout: .seconds(20))
        _ = try client.call(ShowCart())
        _ = try client.call(AddLineItem(), timeout: .seconds(60))
        _ = try client.call(AddLineItem(), timeout: .seconds(Int64.max))
        let sent = timeouts.withLock { $0 }
        #expect(sent.count == 3)
        // A little less than is waited here, so that the daemon's word on what is late comes in time.
        #expect((1...19_950).contains(sent[0] ?? 0))
        #expect((20_001...59_950).contains(sent[1] ?? 0))
        #expect(sent[2] == nil)
        #expect(server.connections == 1)
    }

    @Test func givesUpOnADaemonThatSaysNothing() throws {
        let cancelled = Mutex<[Request]>([])
        let server = try FakeServer(at: path) { peer, number in
            if number == 0 { return peer.waitForEnd() }
            try peer.greet(.fake(pid: Int32(number)))
            let late = try peer.request()
            let cancel = try peer.request()
            cancelled.withLock { $0.append((try? cancel.request.get()) ?? .showCart(ShowCart())) }
            // Nobody waits for either any more.
            try peer.answerTo(late, CartAnswer.fake(version: 2))
            try peer.answerTo(cancel, CancelRequest.Answer(cancelled: false))
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 3))
            peer.waitForEnd()
        }
        #expect(error { () throws(CartError) in _ = try connect(timeout: .milliseconds(30)) }.code == .deadlineExceeded)

        let client = try connect()
        let failure = error { () throws(CartError) in _ = try client.call(AddLineItem(), timeout: .milliseconds(30)) }
        #expect(failure.code == .deadlineExceeded)
        #expect(failure.details["timeoutMilliseconds"] == 30)
        #expect(failure.details["mayHaveBeenDone"] == true)
        #expect(try client.call(ShowCart()).cart.version == 3)
        #expect(cancelled.withLock { $0 } == [.cancel(CancelRequest(request: 1))])
        #expect(server.connections == 2)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)]) func asksNothingWithoutTime(_ timeout: Duration) throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            // The first request that comes is the second call's.
            let call = try peer.request()
            guard case .showCart = try call.request.get() else { return }
            try peer.answerTo(call, CartAnswer.fake(version: 1))
            peer.waitForEnd()
        }
        let client = try connect()
        let failure = error { () throws(CartError) in _ = try client.call(AddLineItem(), timeout: timeout) }
        #expect(failure.code == .deadlineExceeded)
        #expect(failure.details["mayHaveBeenDone"] == nil)
        #expect(try client.call(ShowCart()).cart.version == 1)
        #expect(server.connections == 1)
    }
}
