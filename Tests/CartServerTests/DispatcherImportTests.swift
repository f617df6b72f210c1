import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Glibc
import Testing
import UnixSockets
import TestSupport

@Suite("Imports through the dispatcher")
struct DispatcherImportTests {
    /// Sends an import with its file, and a request behind it.
    ///
    /// - Returns: What of it has to wait.
    func begin(
        _ desk: Desk,
        _ peer: Peer,
        file: String,
        name: String = "c",
        key: String? = nil,
        then next: ShowCatalog? = nil
    ) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try FrameWriter().append(
            OutgoingRequest(id: 1, params: ImportCatalog(catalog: name, file: file), idempotencyKey: key),
            to: &bytes
        )
        if let next {
            try FrameWriter().append(OutgoingRequest(id: 2, params: next), to: &bytes)
        }
        let pair = try SocketPair()
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        _ = try [1].withUnsafeBytes { try pair.first.send($0, descriptors: [descriptor]) }
        var inbox = DescriptorInbox(capacity: 1)
        var buffer: [UInt8] = [0]
        _ = try buffer.withUnsafeMutableBytes { try pair.second.receive(into: $0, descriptors: &inbox) }
        var rest: [UInt8] = []
        bytes.withUnsafeBytes { bytes in
            var input = bytes
            desk.dispatcher.receive(&input, from: peer, outputLimit: 1 << 20, descriptors: &inbox)
            rest = Array(input)
        }
        return rest
    }

    @Test("What is asked while a file is read is answered at once, the import when it has been read")
    func order() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let other = try desk.peer()
        let file = try desk.folder.write("[{\"name\": \"tea\"}]", to: "c.json")
        let waiting = try begin(desk, peer, file: file, key: "k", then: ShowCatalog(catalog: "shop"))
        #expect(desk.dispatcher.isImporting)
        #expect(waiting.isEmpty)
        #expect(try desk.replies(to: peer).map { $0["id"] } == [2])
        #expect(try desk.call(ShowCart(), from: other).cart.version == 0)
        for result in desk.reader.take() {
            #expect(desk.dispatcher.finish(result).map(\.id) == [peer.id])
        }
        _ = desk.dispatcher.endTurn()
        #expect(try desk.replies(to: peer).first?["result"]?["catalog"]?["products"] == 1)
        #expect(!desk.dispatcher.isImporting)

        // The same file under the same key is answered without reading it, another file is another request.
        _ = try begin(desk, peer, file: file, key: "k")
        #expect(!desk.dispatcher.isImporting)
        #expect(try desk.replies(to: peer).first?["result"]?["catalog"]?["version"] == 1)
        _ = try desk.folder.write("[{\"name\": \"tea\"}, {\"name\": \"coffee\"}]", to: "c.json")
        _ = try begin(desk, peer, file: file, key: "k")
        #expect(try desk.replies(to: peer).first?["error"]?["code"] == "idempotencyKeyReused")
    }

    @Test("A peer that is gone gets no catalog")
    func gone() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let file = try desk.folder.write("[{\"name\": \"tea\"}]", to: "c.json")
        _ = try begin(desk, peer, file: file)
        let read = desk.reader.take()
        #expect(read.count == 1)
        desk.dispatcher.forget(peer)
        #expect(desk.reader.cancelled == [1])
        for result in read {
            #expect(desk.dispatcher.finish(result).isEmpty)
        }
        #expect(!desk.dispatcher.store.catalogNames().contains("c"))
    }

    @Test("The file of a peer that is gone is not read, and is closed")
    func notRead() throws {
        let desk = try Desk()
        let file = try desk.folder.write("[{\"name\": \"tea\"}]", to: "c.json")
        let (first, second) = (try desk.peer(), try desk.peer())
        _ = try begin(desk, first, file: file)
        _ = try begin(desk, second, file: file)
        desk.dispatcher.forget(first)
        let read = desk.reader.take()
        #expect(read.count == 1)
        #expect(read.flatMap { desk.dispatcher.finish($0).map(\.id) } == [second.id])
        #expect(!desk.dispatcher.isImporting)
    }
}
