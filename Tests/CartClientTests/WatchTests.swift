import CartClient
import Glibc
import Synchronization
import TestSupport
import Testing

/// Streams over a socket, of a daemon that does what the test says.
@Suite struct WatchTests: StreamSuite {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    @Test func tellsTheStateThenEveryChange() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let stream = try peer.request()
            #expect(try Self.watch(stream) == WatchCart(cart: "till"))
            #expect(stream.timeout == nil)
            try peer.tell(stream.id, Self.event(.snapshot, 5))
            for sequence in 6..<1000 as Range<Int64> { try peer.tell(stream.id, Self.event(.changed, sequence)) }
            try peer.tell(stream.id, Self.event(.init(rawValue: "painted"), 1000))
            peer.waitForEnd()
        }
        let client = try await connect()
        var sequences: [Int64] = []
        for try await event in client.watch(WatchCart(cart: "till")) {
            sequences.append(event.sequence)
            if event.kind.rawValue == "painted" { break }
        }
        #expect(sequences == Array(5...1000))
        #expect(server.connections == 1)
    }

    @Test func anIteratorThatIsLetGoOfEndsItsStream() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            for _ in 0..<2 {
                let stream = try peer.request()
                try peer.tell(stream.id, Self.event(.snapshot, 1))
                let cancel = try peer.request()
                #expect(try cancel.request.get() == .cancel(CancelRequest(request: stream.id)))
                try peer.tell(stream.id, Self.event(.changed, 2))
                try peer.refuse(stream.id, CartError(.cancelled, "as you wish"))
                try peer.answerTo(cancel, CancelRequest.Answer(cancelled: true))
            }
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 7))
            peer.waitForEnd()
        }
        let client = try await connect()
        // Each iteration is a stream of its own.
        let watch = client.watch(WatchCart())
        for _ in 0..<2 {
            for try await event in watch {
                #expect(event.sequence == 1)
                break
            }
        }
        #expect(try await client.call(ShowCart()).cart.version == 7)
        #expect(server.connections == 1)
    }

    @Test func aCancelledTaskEndsItsStream() async throws {
        let task = Mutex<Task<[Int64], any Error>?>(nil)
        let isSet = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let stream = try peer.request()
            try peer.tell(stream.id, Self.event(.snapshot, 1))
            isSet.wait()
            task.withLock { $0?.cancel() }
            #expect(try peer.request().request.get() == .cancel(CancelRequest(request: stream.id)))
            peer.waitForEnd()
        }
        let client = try await connect()
        let reading = Task {
            var sequences: [Int64] = []
            for try await event in client.watch(WatchCart()) { sequences.append(event.sequence) }
            return sequences
        }
        task.withLock { $0 = reading }
        isSet.send()
        let sequences = try await reading.value
        #expect(sequences == [1] || sequences == [], "a cancelled task finds the end, and no error")
        #expect(server.connections == 1)
    }

    @Test func aStreamEndsWithTheDaemonsError() async throws {
        let refusal = CartError(.init(rawValue: "closedForToday"), "come back tomorrow", details: ["hour": 8])
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let stream = try peer.request()
            try peer.tell(stream.id, Self.event(.snapshot, 1))
            try peer.refuse(stream.id, refusal)
            try peer.answerTo(peer.request(), CartAnswer.fake(version: 7))
            peer.waitForEnd()
        }
        let client = try await connect()
        var iterator = client.watch(WatchCart()).makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first?.sequence == 1)
        do throws(CartError) {
            _ = try await iterator.next()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == refusal)
        }
        let last = try await iterator.next()
        #expect(last == nil)
        #expect(try await client.call(ShowCart()).cart.version == 7)
        #expect(server.connections == 1)
    }

    @Test func aSlowReaderIsToldEverythingTheDaemonRemembers() async throws {
        let newest: Int64 = 20_000
        let streams = Mutex(0)
        let isTold = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            // It tells as fast as the connection takes it, and begins again where it is asked to.
            while true {
                let stream = try peer.request()
                guard case .watchCart(let watch) = try stream.request.get() else { continue }
                streams.withLock { $0 += 1 }
                if let from = watch.from {
                    try peer.tell(stream.id, Self.event(.resumed, from))
                } else {
                    try peer.tell(stream.id, Self.event(.snapshot, 0))
                }
                for sequence in (watch.from ?? 0) + 1..<newest + 1 {
                    try peer.tell(stream.id, Self.event(.changed, sequence))
                }
                isTold.send()
            }
        }
        let client = try await connect()
        let reader = try BackgroundThread {
            Result {
                let queue = try client.subscribe(to: WatchCart())
                // Many more have come than are kept before the first is taken.
                isTold.wait()
                var sequences: [Int64] = []
                while sequences.last != newest, let event = try queue.next() { sequences.append(event.sequence) }
                return sequences
            }
        }
        #expect(try reader.value().get() == Array(0...newest))
        #expect(streams.withLock { $0 } > 1)
        #expect(server.connections == 1)
    }

    @Test func aQueueIsReadByAThreadAndByItsDescriptor() async throws {
        let go = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let stream = try peer.request()
            go.wait()
            for sequence in 1...3 as ClosedRange<Int64> { try peer.tell(stream.id, Self.event(.changed, sequence)) }
            go.wait()
            try peer.refuse(stream.id, CartError(.unknownCart, "it is gone"))
            peer.waitForEnd()
        }
        let client = try await connect()
        let thread = try BackgroundThread {
            Result {
                let queue = try client.subscribe(to: WatchCart())
                let descriptor = try queue.descriptor
                #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
                func isReadable(within milliseconds: Int32) -> Bool {
                    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                    return poll(&entry, 1, milliseconds) == 1
                }
                #expect(!isReadable(within: 0))
                #expect(try queue.next(timeout: .zero) == nil)
                #expect(try queue.next(timeout: .milliseconds(5)) == nil)
                #expect(!queue.isOver)
                go.send()
                #expect(isReadable(within: 60_000))
                var sequences: [Int64] = []
                while sequences.count < 3, let event = try queue.next() { sequences.append(event.sequence) }
                #expect(!isReadable(within: 0))
                go.send()
                #expect(isReadable(within: 60_000))
                #expect(throws: CartError(.unknownCart, "it is gone")) { try queue.next() }
                #expect(queue.isOver)
                #expect(isReadable(within: 0))
                #expect(try queue.next() == nil)
                return sequences
            }
        }
        #expect(try thread.value().get() == [1, 2, 3])
        #expect(server.connections == 1)
    }

    @Test func whoHasGivenUpIsNotWokenInThePlaceOfAnother() async throws {
        let go = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let stream = try peer.request()
            go.wait()
            try peer.tell(stream.id, Self.event(.changed, 1))
            peer.waitForEnd()
        }
        let client = try await connect()
        let reader = try BackgroundThread {
            Result {
                let queue = try client.subscribe(to: WatchCart())
                for _ in 0..<3 { #expect(try queue.next(timeout: .milliseconds(2)) == nil) }
                go.send()
                return try queue.next(timeout: .seconds(60))?.sequence
            }
        }
        let started = ContinuousClock.now
        #expect(try reader.value().get() == 1)
        #expect(ContinuousClock.now - started < .seconds(50))
        #expect(server.connections == 1)
    }

    @Test func aBrokenConnectionEndsItsStreams() async throws {
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            let stream = try peer.request()
            guard number == 0 else {
                try peer.answerTo(stream, CartAnswer.fake(version: 3))
                return peer.waitForEnd()
            }
            try peer.tell(stream.id, ListedWrong())
            peer.waitForEnd()
        }
        let client = try await connect()
        do throws(CartError) {
            for try await _ in client.watch(WatchCart()) {}
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.code == .malformed)
            #expect(error.message.contains("cart.watch"))
        }
        #expect(try await client.call(ShowCart()).cart.version == 3)
        #expect(server.connections == 2)
    }

    @Test func eventsForNobodyAreSurvived() async throws {
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let call = try peer.request()
            try peer.tell(call.id, Self.event(.snapshot, 1))
            try peer.tell(call.id + 1, Self.event(.snapshot, 1))
            try peer.answerTo(call, CartAnswer.fake(version: 3))
            peer.waitForEnd()
        }
        let client = try await connect()
        #expect(try await client.call(ShowCart()).cart.version == 3)
        func show() throws(CartError) -> Int64 { try client.call(ShowCart(), timeout: .milliseconds(1)).cart.version }
        #expect(throws: CartError.self) { try show() }
        #expect(server.connections == 1)
    }
}

/// An event whose cart is none.
private struct ListedWrong: StreamEvent {
    var sequence: Int64
    var kind: StreamEventKind
    var cart = [1]

    init(sequence: Int64 = 1, kind: StreamEventKind = .snapshot) {
        self.sequence = sequence
        self.kind = kind
    }
}
