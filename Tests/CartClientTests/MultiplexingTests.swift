import CartClient
import Glibc
import Synchronization
import TestSupport
import Testing
import UnixSockets

/// Many threads on one connection.
@Suite struct MultiplexingTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    private func connect(timeout: Duration = .seconds(60)) throws(CartError) -> CartClient {
        try CartClient(.init(socket: .path(path), timeout: timeout, environment: [:]))
    }

    private func quantity(_ call: RequestEnvelope) throws -> Int64 {
        guard case .addLineItem(let add) = try call.request.get() else { throw FakeConnection.Ended() }
        return add.quantity ?? 0
    }

    /// Starts a thread that adds `number` and gives the version that is answered, or nil.
    private func adder(_ client: CartClient, _ number: Int64) throws -> BackgroundThread<Int64?> {
        try BackgroundThread { (try? client.call(AddLineItem(quantity: number)))?.cart.version }
    }

    @Test func callsAreUnderWayTogetherAndAnsweredInAnyOrder() throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            for _ in 0..<5 {
                // Nothing is answered before all are there.
                let calls = try (0..<8).map { _ in try peer.request() }
                #expect(Set(calls.map(\.id)).count == 8)
                for call in calls.reversed() { try peer.answerTo(call, CartAnswer.fake(version: quantity(call))) }
            }
            peer.waitForEnd()
        }
        let client = try connect()
        let threads = try (0..<8).map { thread in
            try BackgroundThread {
                (0..<5).map { round in
                    let number = Int64(thread * 100 + round)
                    return (try? client.call(AddLineItem(quantity: number)))?.cart.version == number
                }
            }
        }
        #expect(try threads.allSatisfy { try $0.value() == Array(repeating: true, count: 5) })
        #expect(server.connections == 1)
    }

    @Test func aSlowCallHoldsUpNobody() throws {
        let isSlowSent = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let slow = try peer.request()
            isSlowSent.send()
            for _ in 0..<100 {
                let quick = try peer.request()
                try peer.answerTo(quick, CartAnswer.fake(version: quantity(quick)))
            }
            try peer.answerTo(slow, CartAnswer.fake(version: quantity(slow)))
            peer.waitForEnd()
        }
        let client = try connect()
        // It reads for all, and its own answer is the last.
        let slow = try adder(client, 1000)
        isSlowSent.wait()
        for number in 0..<100 as Range<Int64> {
            #expect(try client.call(AddLineItem(quantity: number)).cart.version == number)
        }
        #expect(try slow.value() == 1000)
        #expect(server.connections == 1)
    }

    @Test func whoHasItsAnswerPassesTheReadingOn() throws {
        let first = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let early = try peer.request()
            first.send()
            let late = try peer.request()
            try peer.answerTo(early, CartAnswer.fake(version: 1))
            // Only now is it sent, when its thread may have had no role yet.
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 3))
            try peer.answerTo(late, CartAnswer.fake(version: 2))
            peer.waitForEnd()
        }
        let client = try connect()
        let early = try adder(client, 1)
        first.wait()
        let late = try adder(client, 2)
        #expect(try early.value() == 1)
        #expect(try client.call(AddLineItem(quantity: 3)).cart.version == 3)
        #expect(try late.value() == 2)
        #expect(server.connections == 1)
    }

    @Test func eachCallKeepsItsOwnTime() throws {
        let reached = try Signal()
        let cancels = Mutex<[UInt64]>([])
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let long = try peer.request()
            reached.send()
            // Each of the impatient ones is followed by its cancellation.
            for _ in 0..<3 {
                let call = try peer.request()
                guard case .cancel(let cancel) = try peer.request().request.get() else { return }
                #expect(cancel.request == call.id)
                cancels.withLock { $0.append(call.id) }
            }
            try peer.answerTo(long, CartAnswer.fake(version: 1))
            peer.waitForEnd()
        }
        let client = try connect()
        let long = try adder(client, 1)
        reached.wait()
        for _ in 0..<3 {
            let error = #expect(throws: CartError.self) {
                try client.call(AddLineItem(), timeout: .milliseconds(10))
            }
            #expect(error?.code == .deadlineExceeded)
            #expect(error?.details["timeoutMilliseconds"] == 10)
            #expect(error?.details["mayHaveBeenDone"] == true)
        }
        // Who answered hello can be asked while a call is made.
        #expect(client.daemon == .fake)
        #expect(try long.value() == 1)
        #expect(cancels.withLock { $0.count } == 3)
        #expect(server.connections == 1)
    }

    @Test func aReaderThatGivesUpPassesTheReadingOn() throws {
        let reached = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            _ = try peer.request()
            reached.send()
            // Until its cancellation comes, the impatient one reads.
            let others = try [peer.request(), peer.request()]
            for call in others where (try? quantity(call)) == 2 {
                try peer.answerTo(call, CartAnswer.fake(version: 2))
            }
            peer.waitForEnd()
        }
        let client = try connect()
        let impatient = try BackgroundThread { () -> CartError.Code? in
            do throws(CartError) {
                _ = try client.call(AddLineItem(), timeout: .milliseconds(200))
                return nil
            } catch {
                return error.code
            }
        }
        reached.wait()
        #expect(try client.call(AddLineItem(quantity: 2)).cart.version == 2)
        #expect(try impatient.value() == .deadlineExceeded)
        #expect(server.connections == 1)
    }

    @Test func longRequestsOfManyThreadsWaitForRoom() throws {
        // Each is longer than what a socket holds, and the daemon reads none before all threads have begun.
        let text = String(repeating: "x", count: 400_000)
        let go = try Signal()
        let begun = Mutex(0)
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            go.wait()
            for _ in 0..<6 {
                let call = try peer.request()
                guard case .listCarts(let list) = try call.request.get() else { return }
                try peer.answerTo(call, ListCarts.Answer(carts: [], next: list.after))
            }
            peer.waitForEnd()
        }
        let client = try connect()
        let threads = try (0..<6).map { number in
            try BackgroundThread {
                if begun.withLock({
                    $0 += 1
                    return $0 == 6
                }) {
                    go.send()
                }
                let after = "\(number)" + text
                return (try? client.call(ListCarts(after: after)))?.next == after
            }
        }
        #expect(try threads.map { try $0.value() } == Array(repeating: true, count: 6))
        #expect(server.connections == 1)
    }

    @Test func filesGoWithTheirRequests() throws {
        for number in 0..<4 { try folder.write("file \(number)", to: "\(number).plist") }
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            for _ in 0..<8 {
                let call = try peer.request()
                switch try call.request.get() {
                case .importCatalog(let method):
                    guard let file = peer.passedDescriptor() else { throw FakeConnection.Ended() }
                    var text = [UInt8](repeating: 0, count: 100)
                    let count = pread(file.rawValue, &text, text.count, 0)
                    let content = String(decoding: text.prefix(max(0, count)), as: UTF8.self)
                    #expect(method.file?.hasSuffix("\(content.suffix(1)).plist") == true)
                    try peer.answerTo(
                        call,
                        ImportCatalog.Answer(
                            catalog: .init(name: content, version: 1, groups: 1, products: 1)
                        )
                    )
                default: try peer.answerTo(call, CartAnswer.fake(version: quantity(call)))
                }
            }
            peer.waitForEnd()
        }
        let client = try connect()
        let folder = folder
        let threads = try (0..<4).flatMap { number in
            let importer = try BackgroundThread {
                let path = folder.file("\(number).plist")
                let answer = try? client.importCatalog(named: "\(number)", from: path)
                return answer?.catalog.name == "file \(number)"
            }
            let adder = try BackgroundThread {
                (try? client.call(AddLineItem(quantity: Int64(number))))?.cart.version == Int64(number)
            }
            return [importer, adder]
        }
        #expect(try threads.map { try $0.value() } == Array(repeating: true, count: 8))
        #expect(server.connections == 1)
    }

    @Test func whatIsUnderWayMovesToTheNextConnectionTogether() throws {
        let seen = Mutex<[[String?]]>([])
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet(.fake(pid: Int32(number)))
            var calls: [RequestEnvelope] = []
            while calls.count < 6 { calls.append(try peer.request()) }
            seen.withLock { $0.append(calls.map(\.idempotencyKey)) }
            guard number == 3 else { return }
            for call in calls { try peer.answerTo(call, CartAnswer.fake(version: quantity(call))) }
            peer.waitForEnd()
        }
        let client = try connect()
        let threads = try (0..<6).map { try adder(client, $0) }
        #expect(try threads.map { try $0.value() } == [0, 1, 2, 3, 4, 5])
        #expect(client.daemon.pid == 3)
        #expect(server.connections == 4)
        let keys = seen.withLock { $0 }
        #expect(keys.count == 4)
        #expect(Set(keys.map { Set($0) }).count == 1, "the same keys on every connection")
        #expect(Set(keys[0]).count == 6)
    }

    @Test func aBrokenConnectionEndsAllThatIsUnderWay() throws {
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            let calls = try (0..<(number == 0 ? 4 : 1)).map { _ in try peer.request() }
            guard number == 0 else { return try peer.answerTo(calls[0], CartAnswer.fake(version: 9)) }
            try peer.send(Frames.frame([0xA1]))
            peer.waitForEnd()
        }
        let client = try connect()
        let threads = try (0..<4).map { _ in
            try BackgroundThread { () -> CartError? in
                do throws(CartError) {
                    _ = try client.call(AddLineItem())
                    return nil
                } catch {
                    return error
                }
            }
        }
        for thread in threads {
            let error = try thread.value()
            #expect(error?.code == .malformed)
            #expect(error?.details["mayHaveBeenDone"] == true)
        }
        #expect(try client.call(ShowCart()).cart.version == 9)
        #expect(server.connections == 2)
    }

    @Test func threadsAreServedWhateverTheOrderAndHoweverOftenTheConnectionIsLost() throws {
        let seed = UInt64.random(in: 0 ... .max)
        let generator = Mutex(SplitMix64(seed: seed))
        let (threads, rounds) = (8, 40)
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            var waiting: [RequestEnvelope] = []
            for _ in 0..<(number < 20 ? 60 : 1 << 20) {
                waiting.append(try peer.request())
                while !waiting.isEmpty,
                    generator.withLock({ Int.random(in: 0..<3, using: &$0) }) > 0 || waiting.count >= 4
                {
                    let index = generator.withLock { Int.random(in: 0..<waiting.count, using: &$0) }
                    let call = waiting.remove(at: index)
                    guard (try? quantity(call)) != nil else { continue }
                    try peer.answerTo(call, CartAnswer.fake(version: quantity(call)))
                }
            }
        }
        let client = try connect()
        let workers = try (0..<threads).map { thread in
            try BackgroundThread {
                (0..<rounds).count { round in
                    let number = Int64(thread * 1000 + round)
                    // A call may have to wait for others to come before it is answered, so it is made again where it was not.
                    while true {
                        let timeout = Duration.milliseconds(50 + round)
                        do throws(CartError) {
                            return try client.call(AddLineItem(quantity: number), timeout: timeout).cart.version
                                == number
                        } catch {
                            guard error.code == .deadlineExceeded || error.code == .connectionLost else { return false }
                        }
                    }
                }
            }
        }
        #expect(try workers.map { try $0.value() } == Array(repeating: rounds, count: threads), "seed \(seed)")
        #expect(server.connections >= 1)
    }
}
