import CartClient
import Synchronization
import Testing
import TestSupport

/// What a caller is told of a change that was sent and not answered.
@Suite struct UnansweredTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    private func connect(retryWindow: Duration? = nil) throws(CartError) -> CartClient {
        var configuration = CartClient.Configuration(socket: .path(path), timeout: .seconds(20), environment: [:])
        if let retryWindow { configuration.retryWindow = retryWindow }
        return try CartClient(configuration)
    }

    private func error(_ body: () throws(CartError) -> Void) -> CartError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// A daemon that reads a request and goes away, and refuses the next one.
    private func serverThatRefuses(with refusal: CartError) throws -> FakeServer {
        try FakeServer(at: path) { peer, number in
            try peer.greet()
            let call = try peer.request()
            guard number > 0 else { return }
            try peer.refuse(call.id, refusal)
            peer.waitForEnd()
        }
    }

    @Test(
        arguments: [
            .storageFailure, .overloaded, .permissionDenied, .unknownMethod, .malformed, .idempotencyKeyReused,
            .cancelled, .deadlineExceeded, .init(rawValue: "onFire"),
        ] as [CartError.Code]
    )
    func aRefusalThatLeavesOpenWhatWasDoneSaysSo(_ code: CartError.Code) throws {
        let server = try serverThatRefuses(with: CartError(code, "no", details: ["why": "test"]))
        let client = try connect()
        #expect(
            error { () throws(CartError) in _ = try client.call(AddLineItem()) }
                == CartError(code, "no", details: ["why": "test", "mayHaveBeenDone": true])
        )
        #expect(server.connections == 2)
    }

    @Test(arguments: [.cartFull, .versionConflict, .unknownProduct, .invalidCatalog] as [CartError.Code])
    func aRefusalByTheRulesIsFinal(_ code: CartError.Code) throws {
        let refusal = CartError(code, "no", details: ["why": "test"])
        let server = try serverThatRefuses(with: refusal)
        let client = try connect()
        #expect(error { () throws(CartError) in _ = try client.call(AddLineItem()) } == refusal)
        #expect(server.connections == 2)
    }

    @Test func aRefusalOfTheFirstAttemptIsAsItCame() throws {
        let refusal = CartError(.storageFailure, "no")
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            try peer.refuse(peer.request().id, refusal)
            peer.waitForEnd()
        }
        let client = try connect()
        #expect(error { () throws(CartError) in _ = try client.call(AddLineItem()) } == refusal)
        #expect(server.connections == 1)
    }

    @Test func aRefusedReadHasDoneNothing() throws {
        let refusal = CartError(.storageFailure, "no")
        let server = try serverThatRefuses(with: refusal)
        let client = try connect()
        #expect(error { () throws(CartError) in _ = try client.call(ShowCart()) } == refusal)
        #expect(server.connections == 2)
    }

    @Test func aChangeIsNotSentAgainWhenItsKeyMayBeForgotten() throws {
        #expect(CartClient.Configuration().retryWindow == .seconds(540))
        let requests = Mutex(0)
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            let call = try peer.request()
            requests.withLock { $0 += 1 }
            guard number > 1 else { return }
            try peer.answerTo(call, CartAnswer.fake(version: 5))
            peer.waitForEnd()
        }
        let client = try connect(retryWindow: .zero)
        let lost = error { () throws(CartError) in _ = try client.call(AddLineItem()) }
        #expect(lost?.code == .connectionLost)
        #expect(lost?.details["mayHaveBeenDone"] == true)
        #expect(lost?.message.contains("ten minutes") == true)
        #expect(server.connections == 1)
        // What only reads is.
        #expect(try client.call(ShowCart()).cart.version == 5)
        #expect(requests.withLock { $0 } == 3)
    }

    @Test func aConnectionForARetryIsNotWaitedForLongerThanTheRetryIsAllowed() throws {
        let requests = Mutex(0)
        let server = try FakeServer(at: path) { peer, number in
            guard number == 0 else { return peer.waitForEnd() }
            try peer.greet()
            _ = try peer.request()
            requests.withLock { $0 += 1 }
        }
        var configuration = CartClient.Configuration(socket: .path(path), timeout: .seconds(3600), environment: [:])
        configuration.retryWindow = .milliseconds(100)
        let client = try CartClient(configuration)
        let lost = error { () throws(CartError) in _ = try client.call(AddLineItem()) }
        #expect(lost?.code == .connectionLost)
        #expect(lost?.details["mayHaveBeenDone"] == true)
        #expect(lost?.message.contains("ten minutes") == true)
        #expect(requests.withLock { $0 } == 1)
        #expect(server.connections <= 2)
    }
}
