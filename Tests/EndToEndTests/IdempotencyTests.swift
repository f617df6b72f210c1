import CBOR
import CartProtocol
import Glibc
import Testing

/// Requests that are made again under the same key, at the same time or much later.
@Suite("Idempotency keys")
struct IdempotencyTests {
    /// Sends all of it before the daemon sees any, so that one turn of its loop has it all.
    func atOnce(_ daemon: TestDaemon, _ body: () throws -> Void) throws {
        try daemon.running().stopRunning()
        try body()
        try daemon.running().kill(SIGCONT)
    }

    @Test("One key and request from many peers at once is done once, and all get the one answer")
    func sameRequest() throws {
        let daemon = try TestDaemon()
        let peers = try (0..<20).map { _ in try daemon.peer() }
        try atOnce(daemon) {
            for peer in peers { try peer.send(AddLineItem(product: "qianbao", quantity: 3), id: 5, key: "once") }
        }
        let answers = try peers.map { try $0.next() }
        #expect(Set(answers).count == 1)
        #expect(answers.first??.result?["cart"]?["version"] == 1)
        #expect(try peers[0].call(ShowCart()).result?["cart"]?["version"] == 1)
        #expect(daemon.stop() == 0)
    }

    @Test("One key with different requests at once: one is done, the others are refused")
    func differentRequests() throws {
        let daemon = try TestDaemon()
        let peers = try (0..<20).map { _ in try daemon.peer() }
        try atOnce(daemon) {
            for (index, peer) in peers.enumerated() {
                try peer.send(AddLineItem(product: "qianbao", quantity: Int64(index + 1)), id: 5, key: "once")
            }
        }
        let answers = try peers.map { try $0.next() }
        #expect(answers.filter { $0?.result != nil }.count == 1)
        #expect(answers.filter { $0?.code == "idempotencyKeyReused" }.count == 19)
        // Another method under the key is another request too, whatever its parameters.
        #expect(try peers[0].call(ClearCart(), key: "once").code == "idempotencyKeyReused")
        #expect(try peers[0].call(ShowCart()).result?["cart"]?["version"] == 1)
        #expect(daemon.stop() == 0)
    }

    @Test("The first answer comes again after a kill, whatever happened since", arguments: [SIGKILL, SIGTERM])
    func replay(signal: Int32) throws {
        let daemon = try TestDaemon()
        let request = AddLineItem(product: "qianbao", quantity: 2, expectedVersion: 0)
        let first: WirePeer.Message
        do {
            let peer = try daemon.peer()
            first = try peer.call(request, id: 9, key: "k")
            #expect(first.result?["cart"]?["version"] == 1)
            for _ in 0..<5 { try peer.call(AddLineItem(product: "shoutibao"), id: 10) }
        }
        for _ in 0..<3 {
            try daemon.running().kill(signal)
            try daemon.running().wait()
            try daemon.start()
            let peer = try daemon.peer()
            #expect(try peer.call(request, id: 9, key: "k") == first)
            #expect(try peer.call(AddLineItem(product: "qianbao"), key: "k").code == "idempotencyKeyReused")
            #expect(try peer.call(ShowCart()).result?["cart"]?["version"] == 6)
        }
        #expect(daemon.stop() == 0)
    }

    @Test("What was refused was not done, and is done when it can be")
    func refusedFirst() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        #expect(try peer.call(RemoveLineItem(), key: "k").code == "nothingToRemove")
        try peer.call(AddLineItem())
        #expect(try peer.call(RemoveLineItem(), key: "k").result?["cart"]?["version"] == 2)
        #expect(try peer.call(RemoveLineItem(), key: "k").result?["cart"]?["version"] == 2)
        #expect(daemon.stop() == 0)
    }
}
