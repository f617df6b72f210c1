import CBOR
import CartProtocol
import Glibc
import TestSupport
import Testing
import UnixSockets

@Suite("Streams over a socket")
struct StreamTests {
    let scale = Scale.current

    /// The messages of a peer up to a number of events of streams.
    func events(_ count: Int, of peer: WirePeer) throws -> [CBORValue] {
        try (0..<count).map { _ in
            let message = try peer.next()
            return try #require(message?.event, "\(String(describing: message))")
        }
    }

    @Test("Who never reads costs less than a megabyte, and the one beside it sees every change in order")
    func stalled() throws {
        let daemon = try TestDaemon()
        let (writer, healthy, stalled) = (try daemon.peer(), try daemon.peer(), try daemon.peer())
        try healthy.send(WatchCart(), id: 7)
        #expect(try events(1, of: healthy)[0]["kind"] == "snapshot")
        var version: UInt64 = 0
        func change(_ count: Int) throws {
            var rest = count
            while rest > 0 {
                let batch = min(rest, 20)
                let frame = try WirePeer.frame(AddLineItem(product: "qianbao"), id: 1)
                try writer.send(Array((0..<batch).map { _ in frame }.joined()))
                for _ in 0..<batch { try #require(try writer.next()?.result != nil) }
                for event in try events(batch, of: healthy) {
                    version += 1
                    try #require(event["cart"]?["version"] == .unsigned(version))
                    try #require(event["sequence"] == .unsigned(version))
                    try #require(event["kind"] == "changed")
                }
                rest -= batch
            }
        }
        try change(500)
        let before = try daemon.running().residentBytes()
        try stalled.send(WatchCart(), id: 8)
        try change(scale.watchedChanges)
        let grown = try daemon.running().residentBytes() - before
        #expect(grown < 1 << 20, "\(grown) bytes more")
        // It was not cut, gets what it was sent and then a fresh beginning, and its calls are answered.
        try stalled.send(ShowStatus(), id: 9)
        var kinds: [CBORValue?] = []
        var isAnswered = false
        while kinds.last != "snapshot" || kinds.count == 1 || !isAnswered {
            let message = try #require(try stalled.next())
            if message.id == 9 {
                #expect(message.result?["streams"] == 2)
                isAnswered = true
            } else {
                kinds.append(message.event?["kind"])
            }
        }
        #expect(kinds.filter { $0 == "resync" }.count == 1)
        #expect(daemon.stop() == 0)
    }

    @Test("A thousand streams on ten connections all see one change")
    func thousand() throws {
        let daemon = try TestDaemon()
        let writer = try daemon.peer()
        let peers = try (0..<10).map { _ in try daemon.peer() }
        for peer in peers {
            for id in 1...100 as ClosedRange<UInt64> { try peer.send(WatchCart(), id: id) }
            for _ in 1...100 { try #require(try peer.next()?.event?["kind"] == "snapshot") }
        }
        for version in 1...5 as ClosedRange<UInt64> {
            try #require(try writer.call(AddLineItem(product: "qianbao")).result != nil)
            for peer in peers {
                var ids: Set<UInt64?> = []
                for _ in 1...100 {
                    let message = try #require(try peer.next())
                    try #require(message.event?["cart"]?["version"] == .unsigned(version))
                    ids.insert(message.id)
                }
                #expect(ids.count == 100)
            }
        }
        #expect(try writer.call(ShowStatus()).result?["streams"] == 1000)
        #expect(daemon.stop() == 0)
    }

    @Test("While a large file is imported the same connection is answered, and can take the import back")
    func besideImport() throws {
        let daemon = try TestDaemon()
        let rows = (0..<scale.importedRows).map { "{\"sku\":\"A\($0)\",\"name\":\"Product number \($0)\"}" }
        let path = try daemon.place.write("[" + rows.joined(separator: ",") + "]", to: "large.json")
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let peer = try daemon.peer()
        // Some ten seconds for 100,000 rows without optimization, on a machine that does other things too.
        peer.patience = .seconds(60 + scale.importedRows / 1000)
        try peer.send(ImportCatalog(catalog: "large"), id: 500, descriptors: [descriptor])
        var before = 0
        var imported: WirePeer.Message?
        let clock = ContinuousClock()
        var slowest = Duration.zero
        for id in 1000..<1000 + UInt64(scale.callsBesideImport) {
            let start = clock.now
            try peer.send(ShowCart(), id: id)
            var message = try peer.next()
            if message?.id == 500 {
                imported = message
                message = try peer.next()
            }
            #expect(message?.id == id)
            slowest = max(slowest, clock.now - start)
            if imported == nil { before += 1 }
        }
        #expect(before >= 10, "\(before) calls were answered before the import was done")
        print("beside an import of \(scale.importedRows) rows: \(before) calls, the slowest took \(slowest)")
        if imported == nil { imported = try peer.next() }
        #expect(imported?.result?["catalog"]?["products"] == .init(scale.importedRows))

        // Taken back, and given up: neither is done.
        try peer.send(ImportCatalog(catalog: "taken"), id: 501, descriptors: [descriptor])
        try peer.send(CancelRequest(request: 501), id: 502)
        #expect(try peer.next()?.code == "cancelled")
        #expect(try peer.next()?.result?["cancelled"] == true)
        let late = OutgoingRequest(id: 503, params: ImportCatalog(catalog: "late"), timeout: 5)
        try peer.send(try WirePeer.frame(late), descriptors: [descriptor])
        let refusal = try #require(try peer.next())
        #expect(refusal.code == "deadlineExceeded")
        #expect(refusal.details == ["applied": false])
        let names = try peer.call(ListCatalogs()).result?["catalogs"]
        #expect(names?[0]?["name"] == "cars")
        #expect(names?[1]?["name"] == "large")
        #expect(names?[2]?["name"] == "shop")
        #expect(daemon.stop() == 0)
    }

    @Test("After kill -9 a stream goes on where it was, or begins again where that is not known any more")
    func restart() throws {
        let daemon = try TestDaemon()
        var last: UInt64 = 0
        do {
            let peer = try daemon.peer()
            try peer.send(WatchCart(), id: 7)
            #expect(try events(1, of: peer)[0]["kind"] == "snapshot")
            let writer = try daemon.peer()
            for _ in 0..<3 { _ = try writer.call(AddLineItem()) }
            guard case .unsigned(let number)? = try events(3, of: peer)[2]["sequence"] else {
                throw Failure("an event without a number")
            }
            last = number
            daemon.kill()
            #expect(try peer.next() == nil)
        }
        try daemon.start()
        let peer = try daemon.peer()
        try peer.send(WatchCart(from: Int64(last)), id: 1)
        try peer.send(WatchCart(from: Int64(last) - 1), id: 2)
        let begun = try events(3, of: peer)
        #expect(begun.map { $0["kind"] } == ["resumed", "resync", "snapshot"])
        #expect(begun.map { $0["sequence"] } == [last, last - 1, last].map { .unsigned($0) })
        _ = try daemon.peer().call(AddLineItem())
        #expect(try events(2, of: peer).allSatisfy { $0["sequence"] == .unsigned(last + 1) })
        #expect(daemon.stop() == 0)
    }

    @Test("A daemon that is watched stays; one that is told to stop ends, also where nobody reads")
    func ends() throws {
        let daemon = try TestDaemon(arguments: ["--idle-timeout", "0.1"])
        do {
            let watcher = try daemon.peer()
            try watcher.send(WatchCarts(), id: 1)
            #expect(try events(1, of: watcher).count == 1)
            // The point is that nothing happens for longer than the idle time.
            poll(nil, 0, 400)
            #expect(try daemon.running().isRunning)
            try watcher.finishSending()
            #expect(try watcher.next() == nil)
        }
        #expect(daemon.child?.wait() == 0)

        try daemon.start()
        let (reads, stalls, writer) = (try daemon.peer(), try daemon.peer(), try daemon.peer())
        try reads.send(WatchCart(), id: 1)
        #expect(try events(1, of: reads).count == 1)
        for id in 1...100 as ClosedRange<UInt64> { try stalls.send(WatchCart(), id: id) }
        for _ in 0..<50 { _ = try writer.call(AddLineItem(product: "qianbao")) }
        let start = ContinuousClock().now
        #expect(daemon.stop() == 0)
        #expect(ContinuousClock().now - start < .seconds(4))
        #expect(try reads.rest().map { $0.event?["kind"] } == Array(repeating: "changed", count: 50))
    }
}
