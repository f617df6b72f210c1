import CartClient
import Glibc
import Synchronization
import TestSupport
import Testing

/// Streams whose connection is lost, to a daemon that does what the test says.
@Suite struct LostStreamTests: StreamSuite {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("cartd.sock")
    }

    @Test func aStreamBeginsAnewInAnotherStore() async throws {
        let froms = Mutex<[Int64?]>([])
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet(.fake(pid: 1, store: number < 2 ? "store-1" : "store-2"))
            let stream = try peer.request()
            try froms.withLock { $0.append(try Self.watch(stream).from) }
            switch number {
            case 0: try peer.tell(stream.id, Self.event(.snapshot, 5))
            case 1: try peer.tell(stream.id, Self.event(.resumed, 5))
            default:
                try peer.tell(stream.id, Self.event(.resync, 3))
                try peer.tell(stream.id, Self.event(.snapshot, 3))
                peer.waitForEnd()
            }
        }
        let client = try await connect()
        var seen: [String] = []
        for try await event in client.watch(WatchCart()) {
            seen.append("\(event.kind.rawValue) \(event.sequence)")
            if event.sequence == 3, event.kind == .snapshot { break }
        }
        #expect(seen == ["snapshot 5", "resync 3", "snapshot 3"])
        #expect(froms.withLock { $0 } == [nil, 5, -1])
        #expect(server.connections == 3)
    }

    @Test func aConnectionThatTookTooLongIsMadeAgain() async throws {
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            let stream = try peer.request()
            guard number > 0 else {
                try peer.tell(stream.id, Self.event(.snapshot, 5))
                return try peer.refuse(nil, CartError(.deadlineExceeded, "no frame was finished in 10 s"))
            }
            try peer.tell(stream.id, Self.event(.changed, 6))
            peer.waitForEnd()
        }
        let client = try await connect()
        var sequences: [Int64] = []
        for try await event in client.watch(WatchCart()) {
            sequences.append(event.sequence)
            if event.sequence == 6 { break }
        }
        #expect(sequences == [5, 6])
        #expect(server.connections == 2)
    }

    @Test func interruptionsAreToldToWhoAsks() async throws {
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet()
            let streams = try [peer.request(), peer.request()]
            let froms = try streams.map { try Self.watch($0).from }
            for stream in streams {
                switch number {
                // The first connection ends before anything has come, the third and fourth before anything has again.
                case 0, 2, 3: break
                case 1:
                    try peer.tell(stream.id, Self.event(.snapshot, 5))
                    try peer.tell(stream.id, Self.event(.changed, 6))
                case 4:
                    try peer.tell(stream.id, Self.event(.resumed, 6))
                    try peer.tell(stream.id, Self.event(.changed, 7))
                case 5:
                    try peer.tell(stream.id, Self.event(.resync, 9))
                    try peer.tell(stream.id, Self.event(.snapshot, 9))
                default:
                    try peer.refuse(stream.id, CartError(.init(rawValue: "closedForToday"), ""))
                }
            }
            #expect(froms == Array(repeating: [nil, nil, 6, 6, 6, 7, 9][min(number, 6)], count: 2))
            if number == 6 { peer.waitForEnd() }
        }
        let client = try await connect()
        func told(_ watch: Watch<WatchCart>) async -> [String] {
            var events: [String] = []
            do {
                for try await event in watch { events.append("\(event.kind.rawValue) \(event.sequence)") }
            } catch {
                events.append(error.code.rawValue)
            }
            return events
        }
        async let asked = told(client.watch(WatchCart(), interruptions: true))
        async let unasked = told(client.watch(WatchCart()))
        #expect(
            await asked == [
                "interrupted 0", "snapshot 5", "changed 6", "interrupted 6", "resumed 6", "changed 7",
                "interrupted 7", "resync 9", "snapshot 9", "interrupted 9", "closedForToday",
            ]
        )
        #expect(await unasked == ["snapshot 5", "changed 6", "changed 7", "resync 9", "snapshot 9", "closedForToday"])
        #expect(server.connections == 7)
    }

    @Test func anInterruptionIsToldWhileNobodyListens() async throws {
        let isRead = try Signal()
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            try peer.tell(peer.request().id, Self.event(.snapshot, 5))
            isRead.wait()
        }
        let client = try await connect()
        let queue = try client.subscribe(to: WatchCart(from: 3), interruptions: true)
        var entry = pollfd(fd: try queue.descriptor, events: Int16(POLLIN), revents: 0)
        func next() throws -> WatchCart.Event? { try queue.next(timeout: .zero) }
        #expect(poll(&entry, 1, 60_000) == 1)
        #expect(try next()?.kind == .snapshot)
        #expect(poll(&entry, 1, 0) == 0)
        // First of all, or the client is taken again.
        server.stopAccepting()
        isRead.send()
        try server.end()
        // No daemon comes; that is told once, to poll(2) too, and nothing is over.
        #expect(poll(&entry, 1, 60_000) == 1)
        #expect(try next() == Self.event(.interrupted, 5))
        #expect(poll(&entry, 1, 300) == 0)
        #expect(try next() == nil && !queue.isOver)

        unlink(path)
        let heir = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            let stream = try peer.request()
            try peer.tell(stream.id, Self.event(.resumed, Self.watch(stream).from ?? 0))
            peer.waitForEnd()
        }
        #expect(poll(&entry, 1, 60_000) == 1)
        #expect(try next() == Self.event(.resumed, 5))
        #expect(try next() == nil)
        #expect(heir.connections == 1)
    }

    @Test func goesOnOverTheLossOfConnectionsWhereItStopped() async throws {
        let asked = Mutex<[Int64?]>([])
        let server = try FakeServer(at: path) { peer, number in
            try peer.greet(.fake(pid: Int32(number)))
            guard number != 3 else { return }
            let stream = try peer.request()
            let from = try Self.watch(stream).from
            asked.withLock { $0.append(from) }
            switch number {
            case 0: return
            case 1:
                try peer.tell(stream.id, Self.event(.snapshot, 10))
                try peer.tell(stream.id, Self.event(.changed, 11))
            case 2:
                try peer.tell(stream.id, Self.event(.resumed, 11))
                try peer.tell(stream.id, Self.event(.changed, 12))
            case 4:
                try peer.tell(stream.id, Self.event(.resync, 12))
            default:
                try peer.tell(stream.id, Self.event(.resync, -1))
                try peer.tell(stream.id, Self.event(.snapshot, 20))
                try peer.tell(stream.id, Self.event(.changed, 21))
                peer.waitForEnd()
            }
        }
        let client = try await connect()
        var events: [String] = []
        for try await event in client.watch(WatchCart()) {
            events.append("\(event.kind.rawValue) \(event.sequence)")
            if event.sequence == 21 { break }
        }
        #expect(
            events == [
                "snapshot 10", "changed 11", "changed 12", "resync 12", "resync -1", "snapshot 20", "changed 21",
            ]
        )
        #expect(asked.withLock { $0 } == [nil, nil, 11, 12, -1])
        #expect(client.daemon.pid == 5)
        #expect(server.connections == 6)
    }
}
