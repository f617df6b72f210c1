import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Glibc
import Systemd
import TestSupport
import Testing
import UnixSockets

@Suite("Requests that are answered later")
struct PendingTests {
    /// A clock that a test turns.
    final class Clock {
        var now = MonotonicInstant(microseconds: 1_000_000_000)
    }

    func code(_ frame: CBORValue?) -> CBORValue? { frame?["error"]?["code"] }

    /// Sends an import of a file with three products.
    func beginImport(
        _ desk: Desk,
        _ peer: Peer,
        id: UInt64,
        name: String = "c",
        key: String? = nil,
        timeout: UInt64? = nil
    ) throws {
        let file = try desk.folder.write("[{\"name\": \"a\"}, {\"name\": \"b\"}, {\"name\": \"c\"}]", to: "c.json")
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        let pair = try SocketPair()
        _ = try [1].withUnsafeBytes { try pair.first.send($0, descriptors: [descriptor]) }
        var inbox = DescriptorInbox(capacity: 1)
        var buffer: [UInt8] = [0]
        _ = try buffer.withUnsafeMutableBytes { try pair.second.receive(into: $0, descriptors: &inbox) }
        var bytes: [UInt8] = []
        try FrameWriter().append(
            OutgoingRequest(id: id, params: ImportCatalog(catalog: name), idempotencyKey: key, timeout: timeout),
            to: &bytes
        )
        bytes.withUnsafeBytes { bytes in
            var input = bytes
            desk.dispatcher.receive(&input, from: peer, outputLimit: 1 << 20, descriptors: &inbox)
        }
    }

    /// Gives the dispatcher what was read, and ends the turn.
    func finishImports(_ desk: Desk) {
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        _ = desk.dispatcher.endTurn()
    }

    @Test("Answers come in the order they are done, also of two imports")
    func order() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        try beginImport(desk, peer, id: 1, name: "a")
        try beginImport(desk, peer, id: 2, name: "b")
        try desk.send(ShowCart(), id: 3, from: peer)
        try desk.send(AddLineItem(), id: 4, from: peer)
        _ = desk.dispatcher.endTurn()
        #expect(try desk.replies(to: peer).map { $0["id"] } == [3, 4])
        for result in desk.reader.take().reversed() { _ = desk.dispatcher.finish(result) }
        #expect(try desk.replies(to: peer).isEmpty)
        _ = desk.dispatcher.endTurn()
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [2, 1])
        #expect(replies.allSatisfy { $0["result"]?["catalog"]?["products"] == 3 })
    }

    @Test("An import that is taken back is answered first, was not done, and its file need not be read")
    func cancelImport() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        try beginImport(desk, peer, id: 1)
        try desk.send(CancelRequest(request: 1), id: 2, from: peer)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [1, 2])
        #expect(code(replies[0]) == "cancelled")
        #expect(replies[0]["error"]?["details"] == ["applied": false])
        #expect(replies[1]["result"] == ["cancelled": true])
        #expect(desk.reader.cancelled == [1])
        #expect(!desk.dispatcher.isImporting)
        finishImports(desk)
        #expect(try desk.replies(to: peer).isEmpty)
        #expect(!desk.dispatcher.store.catalogNames().contains("c"))
        // Its id is free again, and under its key it may be tried again.
        try beginImport(desk, peer, id: 1)
        finishImports(desk)
        #expect(try desk.replies(to: peer).map { $0["result"]?["catalog"]?["version"] } == [1])
    }

    @Test("What was done, or never asked, cannot be taken back; nobody takes back what is another's")
    func cancelNothing() throws {
        let desk = try Desk()
        let (peer, other) = (try desk.peer(), try desk.peer())
        try desk.send(AddLineItem(), id: 1, from: peer)
        for request in [1, 2, 3, UInt64.max] {
            try desk.send(CancelRequest(request: request), id: 2, from: peer)
        }
        _ = desk.dispatcher.endTurn()
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [1, 2, 2, 2, 2])
        #expect(replies[0]["result"]?["cart"]?["version"] == 1)
        #expect(replies.dropFirst().allSatisfy { $0["result"] == ["cancelled": false] })
        try beginImport(desk, peer, id: 9)
        try desk.send(CancelRequest(request: 9), id: 1, from: other)
        #expect(try desk.replies(to: other).map { $0["result"] } == [["cancelled": false]])
        finishImports(desk)
        #expect(try desk.replies(to: peer).map { $0["id"] } == [9])
    }

    @Test("A stream that is ended tells nothing more, behind what it had told")
    func cancelStream() throws {
        let desk = try Desk()
        let (peer, writer) = (try desk.peer(), try desk.peer())
        try desk.send(WatchCart(), id: 1, from: peer)
        try desk.send(WatchCarts(), id: 2, from: peer)
        #expect(try desk.replies(to: peer).map { $0["id"] } == [1, 2])
        _ = try desk.call(AddLineItem(), from: writer)
        desk.dispatcher.tellStreams(of: peer)
        try desk.send(CancelRequest(request: 1), id: 3, from: peer)
        _ = try desk.call(AddLineItem(), from: writer)
        let frames = try desk.replies(to: peer)
        let first = frames.filter { $0["id"] == 1 }
        #expect(code(first.last) == "cancelled")
        #expect(first.dropLast().allSatisfy { $0["event"] != nil })
        let ended = try #require(frames.firstIndex { $0["error"] != nil })
        #expect(frames[ended + 1]["id"] == 3)
        #expect(frames[ended + 1]["result"] == ["cancelled": true])
        #expect(first.count == 2)
        #expect(frames.filter { $0["id"] == 2 }.map { $0["event"]?["sequence"] } == [1, 2])
        #expect(try desk.serve(ShowStatus()).streams == 1)
    }

    @Test("What was taken back in a turn that the disk refuses stays taken back")
    func cancelInRefusedTurn() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        try beginImport(desk, peer, id: 1)
        try desk.send(WatchCart(), id: 2, from: peer)
        _ = try desk.replies(to: peer)
        try desk.fillDisk()
        try desk.send(AddLineItem(), id: 3, from: peer)
        try desk.send(CancelRequest(request: 1), id: 4, from: peer)
        try desk.send(CancelRequest(request: 2), id: 5, from: peer)
        try desk.send(ShowCart(), id: 1, from: peer)
        #expect(try desk.replies(to: peer).isEmpty)
        #expect(desk.dispatcher.endTurn().failure != nil)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [3, 1, 4, 2, 5, 1])
        #expect(replies.map { code($0) } == ["storageFailure", "cancelled", nil, "cancelled", nil, nil])
        #expect(replies[5]["result"]?["cart"]?["version"] == 0)
    }

    @Test("An import whose turn is refused by the disk is refused, once; one that is still read goes on")
    func importInRefusedTurn() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        try beginImport(desk, peer, id: 1, name: "a")
        let read = desk.reader.take()
        try desk.fillDisk()
        try beginImport(desk, peer, id: 2, name: "b")
        for result in read { _ = desk.dispatcher.finish(result) }
        #expect(desk.dispatcher.endTurn().failure != nil)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["id"] } == [1])
        #expect(code(replies.first) == "storageFailure")
        try desk.emptyDisk()
        finishImports(desk)
        #expect(try desk.replies(to: peer).map { $0["id"] } == [2])
        #expect(desk.dispatcher.store.catalogNames().contains("b"))
    }

    @Test("An id that waits for its answer is not given again, whatever is asked, and its request goes on")
    func duplicates() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        try beginImport(desk, peer, id: 1)
        try desk.send(WatchCart(), id: 2, from: peer)
        _ = try desk.replies(to: peer)
        for id in [1, 2] as [UInt64] {
            try desk.send(ShowCart(), id: id, from: peer)
            try desk.send(AddLineItem(), id: id, key: "k", from: peer)
            try desk.send(WatchCarts(), id: id, from: peer)
        }
        try beginImport(desk, peer, id: 1)
        let replies = try desk.replies(to: peer)
        #expect(replies.count == 7)
        #expect(replies.allSatisfy { code($0) == "malformed" && $0["error"]?["details"] == ["field": "id"] })
        // Another connection has ids of its own.
        try desk.send(ShowCart(), id: 1, from: try desk.peer())
        finishImports(desk)
        _ = try desk.call(AddLineItem(), from: try desk.peer())
        let later = try desk.replies(to: peer)
        #expect(later.map { $0["id"] } == [1, 2])
        #expect(later[0]["result"]?["catalog"]?["version"] == 1)
        #expect(later[1]["event"]?["cart"]?["version"] == 1)
    }

    @Test("What has waited too long is not begun, and says so; what waits in time is done")
    func lateRequests() throws {
        let clock = Clock()
        let desk = try Desk(clock: { clock.now })
        let peer = try desk.peer()
        let before = clock.now.advanced(by: .milliseconds(-100))
        for (timeout, isLate) in [(0, true), (99, true), (100, true), (101, false), (.max, false)] as [(UInt64, Bool)] {
            for method in [ShowCart(), AddLineItem(), WatchCart(), SetControl(control: "c")] as [any Method] {
                try desk.send(method, id: timeout, timeout: timeout, readAt: before, from: peer)
                _ = desk.dispatcher.endTurn()
                let replies = try desk.replies(to: peer).filter { $0["id"] == .unsigned(timeout) }
                if isLate {
                    #expect(replies.map { code($0) } == ["deadlineExceeded"])
                    #expect(replies.first?["error"]?["details"] == ["applied": false])
                    #expect(desk.dispatcher.store.history.newest == 0)
                    #expect(try desk.serve(ShowStatus()).streams == 0)
                } else {
                    #expect(code(replies.first) == nil, "\(timeout) \(method)")
                    try desk.send(CancelRequest(request: timeout), id: 1, from: peer)
                    _ = try desk.replies(to: peer)
                }
            }
        }
        #expect(try desk.call(ShowCart(), from: peer).cart.version == 2)
    }

    @Test("An import that is not read in time is given up then, and not done")
    func lateImports() throws {
        let clock = Clock()
        let desk = try Desk(clock: { clock.now })
        let peer = try desk.peer()
        #expect(desk.dispatcher.nextDeadline == nil)
        let start = clock.now
        try beginImport(desk, peer, id: 1, name: "never")
        #expect(desk.dispatcher.nextDeadline == nil)
        try beginImport(desk, peer, id: 2, name: "late", timeout: 500)
        try beginImport(desk, peer, id: 3, name: "early", timeout: 200)
        try beginImport(desk, peer, id: 4, name: "in time", timeout: 1000)
        #expect(desk.dispatcher.nextDeadline == start.advanced(by: .milliseconds(200)))
        #expect(desk.dispatcher.expire(at: start.advanced(by: .microseconds(199_999))).isEmpty)
        #expect(desk.dispatcher.expire(at: start.advanced(by: .milliseconds(200))).map(\.id) == [peer.id])
        #expect(desk.dispatcher.nextDeadline == start.advanced(by: .milliseconds(500)))
        let early = try desk.replies(to: peer)
        #expect(early.map { $0["id"] } == [3])
        #expect(code(early[0]) == "deadlineExceeded")
        #expect(early[0]["error"]?["details"] == ["applied": false])
        #expect(desk.reader.cancelled == [3])
        clock.now = start.advanced(by: .milliseconds(700))
        _ = desk.dispatcher.expire(at: clock.now)
        #expect(try desk.replies(to: peer).map { $0["id"] } == [2])
        // What was read in time is done, however late its turn ends.
        for result in desk.reader.take() { _ = desk.dispatcher.finish(result) }
        #expect(desk.dispatcher.expire(at: start.advanced(by: .seconds(60))).isEmpty)
        _ = desk.dispatcher.endTurn()
        #expect(try desk.replies(to: peer).map { $0["id"] } == [1, 4])
        #expect(desk.dispatcher.nextDeadline == nil)
        let names = desk.dispatcher.store.catalogNames()
        #expect(["never", "in time"].allSatisfy(names.contains))
        #expect(!names.contains("late") && !names.contains("early"))
    }

    @Test("An import that is given up within a turn is refused with that turn, whatever the disk says")
    func lateImportInRefusedTurn() throws {
        let clock = Clock()
        let desk = try Desk(clock: { clock.now })
        let (peer, writer) = (try desk.peer(), try desk.peer())
        try beginImport(desk, peer, id: 1, timeout: 10)
        try desk.fillDisk()
        try desk.send(AddLineItem(), id: 1, from: writer)
        clock.now = clock.now.advanced(by: .seconds(1))
        _ = desk.dispatcher.expire(at: clock.now)
        #expect(try desk.replies(to: peer).isEmpty)
        let outcome = desk.dispatcher.endTurn()
        #expect(outcome.failure != nil)
        #expect(outcome.peers.contains { $0 === peer })
        #expect(try desk.replies(to: peer).map { code($0) } == ["deadlineExceeded"])
    }

    @Test("Imports are limited for a connection and for all, and gone with their peer")
    func limits() throws {
        var limits = PendingLimits()
        limits.imports = 2
        limits.allImports = 3
        let desk = try Desk(limits: limits)
        let peers = [try desk.peer(), try desk.peer()]
        for peer in peers {
            for id in 1...3 as ClosedRange<UInt64> { try beginImport(desk, peer, id: id) }
        }
        let first = try desk.replies(to: peers[0])
        #expect(first.map { $0["id"] } == [3])
        #expect(first[0]["error"]?["details"] == ["limit": "imports", "used": 2, "allowed": 2])
        let second = try desk.replies(to: peers[1])
        #expect(second.map { $0["id"] } == [2, 3])
        #expect(second.allSatisfy { $0["error"]?["details"]?["limit"] == "allImports" })
        desk.dispatcher.forget(peers[0])
        #expect(desk.reader.cancelled.sorted() == [1, 2])
        try beginImport(desk, peers[1], id: 4, name: "d")
        finishImports(desk)
        #expect(try desk.replies(to: peers[1]).map { $0["id"] } == [1, 4])
        #expect(peers[0].output.count == 0)
    }
}
