import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing
import UnixSockets

@Suite("Streams that nobody reads")
struct StalledStreamTests {
    @Test("It costs what its output holds, slows nobody, and is told to begin again when it returns")
    func stalled() throws {
        let desk = try Desk()
        let (stalled, healthy, writer) = (try Watcher(desk), try Watcher(desk), try desk.peer())
        try stalled.send(WatchCart(), id: 7)
        try stalled.send(WatchControls(), id: 8)
        desk.dispatcher.tellStreams(of: stalled.peer)
        #expect(try healthy.watch(WatchCart()).count == 1)
        var versions: [Int64] = []
        var largest = 0
        let count: Int64 = 1500
        for round in 1...count {
            try desk.send(AddLineItem(product: "qianbao"), id: 1, from: writer)
            try desk.send(SetControl(control: "c", title: "\(round)"), id: 2, from: writer)
            let outcome = desk.dispatcher.endTurn()
            #expect(outcome.failure == nil)
            for peer in outcome.peers { desk.dispatcher.tellStreams(of: peer) }
            #expect(try desk.replies(to: writer).count == 2)
            versions += try healthy.events(WatchCart.self).compactMap(\.cart?.version)
            largest = max(largest, stalled.peer.output.count)
        }
        #expect(versions == Array(1...count))
        #expect(largest < PendingLimits().unreadEvents + 1000)
        // Events alone owe no reading, and a call of the peer is answered behind them.
        #expect(!stalled.peer.output.hasAnswers)
        try desk.send(ShowCart(), id: 9, from: stalled.peer)
        #expect(stalled.peer.output.hasAnswers)

        let frames = try desk.replies(to: stalled.peer)
        #expect(frames.filter { $0["id"] == 9 }.count == 1)
        for id in [7, 8] as [UInt64] {
            let kinds = frames.filter { $0["id"] == .unsigned(id) }.compactMap { $0["event"]?["kind"] }
            let before = kinds.dropFirst().prefix { $0 == "changed" }.count
            #expect(before > 10)
            #expect(kinds == ["snapshot"] + Array(repeating: "changed", count: before) + ["resync", "snapshot"])
            let last = try #require(frames.last { $0["id"] == .unsigned(id) }?["event"])
            #expect(last["sequence"] == .unsigned(UInt64(2 * count)))
            let shown = last["cart"]?["version"] ?? last["controls"]?[0]?["version"]
            #expect(shown == .unsigned(UInt64(count)))
        }
        _ = try desk.call(AddLineItem(), from: writer)
        #expect(try stalled.frames(7).count == 1)
        #expect(try stalled.frames(8).isEmpty)
    }

    @Test("Many streams of one connection are told in turn: none waits for another to be done")
    func fairness() throws {
        var limits = PendingLimits()
        limits.unreadEvents = 3000
        let desk = try Desk(limits: limits)
        let (watcher, writer) = (try Watcher(desk), try desk.peer())
        for id in 1...10 as ClosedRange<UInt64> { try watcher.send(WatchCart(), id: id) }
        #expect(try desk.replies(to: watcher.peer).count == 10)
        for _ in 0..<100 { _ = try desk.call(AddLineItem(product: "qianbao"), from: writer) }
        var told: [UInt64: Int] = [:]
        while desk.dispatcher.tellStreams(of: watcher.peer) {
            try watcher.readFrames { frame in
                guard case .unsigned(let id) = frame["id"] else { return }
                told[id, default: 0] += 1
            }
            let counts = (1...10 as ClosedRange<UInt64>).map { told[$0] ?? 0 }
            #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
        }
        #expect(told.values.allSatisfy { $0 == 100 } && told.count == 10)
    }

    @Test("A turn ends before it pushes its own changes out of the history, where somebody watches")
    func largeTurn() throws {
        let desk = try Desk()
        let (watcher, writer) = (try Watcher(desk), try desk.peer())
        let lines = try (0..<500).map {
            try LineItem(product: Product(id: "p\($0)", name: String(repeating: "x", count: 100)), quantity: 1)
        }
        desk.dispatcher.store.put(try Cart(name: "big", catalog: "shop", capacity: 1000, version: 1, lines: lines))
        try desk.dispatcher.store.commit()
        #expect(try watcher.watch(WatchCart(cart: "big")).count == 1)
        var bytes: [UInt8] = []
        for id in 0..<100 as Range<UInt64> {
            let method = SetLineItem(cart: "big", product: "p1", quantity: Int64(id) + 2)
            try FrameWriter().append(OutgoingRequest(id: id, params: method), to: &bytes)
        }
        var versions: [Int64] = []
        var turns = 0
        while !bytes.isEmpty {
            bytes = desk.receive(bytes, from: writer)
            _ = desk.dispatcher.endTurn()
            #expect(!desk.dispatcher.isTurnFull)
            _ = try desk.replies(to: writer)
            versions += try watcher.events(WatchCart.self).compactMap(\.cart?.version)
            turns += 1
        }
        #expect(versions == Array(2...101))
        #expect(turns > 10)
    }
}

extension Desk {
    /// Gives bytes to the dispatcher and answers what has to wait.
    func receive(_ bytes: [UInt8], from peer: Peer) -> [UInt8] {
        var none = DescriptorInbox(capacity: 0)
        return bytes.withUnsafeBytes { bytes in
            var input = bytes
            dispatcher.receive(&input, from: peer, outputLimit: 1 << 24, descriptors: &none)
            return Array(input)
        }
    }
}

extension Watcher {
    /// Reads the frames that are there.
    func readFrames(_ body: (CBORValue) -> Void) throws {
        var bytes: [UInt8] = []
        peer.output.send { sendable in
            bytes += sendable
            return sendable.count
        }
        var reader = FrameReader()
        try bytes.withUnsafeBytes { bytes in
            var input = bytes
            while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                body(try CBORDecoder().decode(CBORValue.self, from: payload))
            }
        }
    }
}
