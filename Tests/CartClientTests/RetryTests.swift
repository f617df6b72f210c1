import CartClient
import Glibc
import Synchronization
import Testing
import TestSupport

/// What a caller sees of a daemon that goes away and comes back: nothing.
@Suite struct RetryTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    private func connect(timeout: Duration = .seconds(20)) throws(CartError) -> CartClient {
        try CartClient(.init(socket: .path(path), timeout: timeout, environment: [:]))
    }

    private func error(_ body: () throws(CartError) -> Void) -> CartError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func repeatsALostRequestWithItsKey() throws {
        let seen = Mutex<[RequestEnvelope]>([])
        let server = try FakeServer(at: path) { peer, number in
            // 0: goes before it reads the request; 1: after; 2: before hello; 3: in the middle of the answer.
            guard number != 2 else { return }
            try peer.greet(.fake(pid: Int32(number)))
            guard number != 0 else { return }
            while true {
                let call = try peer.request()
                seen.withLock { $0.append(call) }
                guard number != 1 else { return }
                let answer = try Frames.reply(call.id, CartAnswer.fake(version: Int64(number)))
                guard number != 3 else { return try peer.send(Array(answer.dropLast())) }
                try peer.send(answer)
            }
        }
        let client = try connect()
        #expect(try client.call(AddLineItem(product: "a", quantity: 2)).cart.version == 4)
        #expect(client.daemon.pid == 4)
        _ = try client.call(AddLineItem(product: "a", quantity: 2))
        _ = try client.call(ShowCart())
        #expect(server.connections == 5)

        let calls = seen.withLock { $0 }
        #expect(calls.count == 5)
        #expect(
            try calls.prefix(4).allSatisfy {
                try $0.request.get() == .addLineItem(AddLineItem(product: "a", quantity: 2))
            }
        )
        let keys = calls.map(\.idempotencyKey)
        let first = try #require(keys[0])
        #expect(first.utf8.count == 32)
        #expect(first.utf8.allSatisfy { Array("0123456789abcdef".utf8).contains($0) })
        #expect(keys[1] == first && keys[2] == first, "one key in each attempt")
        #expect(keys[3] != nil && keys[3] != first, "another key for another call")
        #expect(keys[4] == nil, "none for a call that only reads")
    }

    @Test func repeatsWhatOnlyReads() throws {
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            let call = try peer.request()
            if number < 3 { return }
            try peer.answerTo(call, CartAnswer.fake(version: 5))
            peer.waitForEnd()
        }
        #expect(try connect().call(ShowCart()).cart.version == 5)
        #expect(server.connections == 4)
    }

    @Test func comesBackToADaemonThatIsTooBusy() throws {
        let server = try FakeServer(at: path) { peer, number in
            // In answer to hello with and without its id, to a request, and behind the answer to hello.
            switch number {
            case 0, 1:
                let hello = try peer.request()
                try peer.refuse(number == 0 ? nil : hello.id, CartError(.overloaded, "full"))
            case 2:
                try peer.greet()
                _ = try peer.request()
                try peer.refuse(nil, CartError(.overloaded, "full"))
            case 3:
                let hello = try peer.request()
                try peer.send(
                    Frames.reply(hello.id, Hello.Answer.fake) + Frames.refusal(nil, CartError(.overloaded, "full"))
                )
            default:
                try peer.greet()
                try peer.answerTo(peer.request(), CartAnswer.fake(version: 5))
                try peer.refuse(peer.request().id, CartError(.overloaded, "not this one"))
            }
            peer.waitForEnd()
        }
        let client = try connect()
        #expect(try client.call(AddLineItem()).cart.version == 5)
        #expect(server.connections == 5)
        // What is refused to the request, and not to the connection, is an answer.
        #expect(error { () throws(CartError) in _ = try client.call(AddLineItem()) }?.message == "not this one")
        #expect(server.connections == 5)
    }

    @Test func doesNotRepeatARefusal() throws {
        let seen = Mutex(0)
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let call = try peer.request()
            seen.withLock { $0 += 1 }
            try peer.refuse(call.id, CartError(.connectionLost, "a daemon may say even that"))
            peer.waitForEnd()
        }
        let client = try connect()
        #expect(error { () throws(CartError) in _ = try client.call(AddLineItem()) }?.code == .connectionLost)
        #expect(seen.withLock { $0 } == 1)
        #expect(server.connections == 1)
    }

    @Test func waitsForADaemonThatIsRestarted() throws {
        let lost = try Signal()
        let first = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            _ = try peer.request()
            lost.send()
        }
        let client = try connect()
        let call = try BackgroundThread { (try? client.call(AddLineItem()))?.cart.version }
        lost.wait()
        // Between the two nobody listens: the client is refused as long as that takes.
        try first.end()
        let second = try FakeServer(at: path) { peer, _ in
            try peer.greet(.fake(pid: 2))
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 9))
            peer.waitForEnd()
        }
        #expect(try call.value() == 9)
        #expect(second.connections == 1)
        #expect(client.daemon.pid == 2)
    }

    @Test func saysWhenTheDaemonDoesNotComeBack() throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            _ = try peer.request()
        }
        let client = try connect()
        let lost = error { () throws(CartError) in _ = try client.call(AddLineItem(), timeout: .milliseconds(500)) }
        // The time runs out between two attempts or in one of them.
        #expect(lost?.code == .connectionLost || lost?.code == .deadlineExceeded)
        #expect(lost?.message.contains("ended the connection") == true)
        #expect(lost?.details["mayHaveBeenDone"] == true)
        #expect(server.connections > 1)
        try server.end()
        let gone = error { () throws(CartError) in _ = try client.call(ShowCart(), timeout: .milliseconds(500)) }
        #expect(gone?.code == .noDaemon)
        #expect(gone?.message.contains(path) == true)
        #expect(gone?.details["mayHaveBeenDone"] == nil)
    }

    @Test func doesNotWaitForADaemonThatNeverWas() throws {
        let absent = error { () throws(CartError) in _ = try connect() }
        #expect(absent?.code == .noDaemon)
        #expect(absent?.message.contains("cartd --socket \(path)") == true)

        // A socket that a daemon left behind.
        try FakeServer(at: path) { _, _ in }.end()
        #expect(folder.names() == ["cartd.sock"])
        #expect(error { () throws(CartError) in _ = try connect() }?.code == .noDaemon)

        unlink(path)
        try folder.write("", to: "cartd.sock")
        #expect(error { () throws(CartError) in _ = try connect() }?.code == .noDaemon)

        let long = CartClient.Configuration(
            socket: .path("/tmp/" + String(repeating: "x", count: 200)),
            environment: [:]
        )
        let refused = error { () throws(CartError) in _ = try CartClient(long) }
        #expect(refused?.code == .noDaemon)
        #expect(refused?.message.contains("107") == true)
    }
}
