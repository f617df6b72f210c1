import CBOR
import CartProtocol
import Glibc
import Testing
import UnixSockets
import TestSupport

/// Peers that break the protocol, each in its own way; a well-behaved one beside them must not notice.
@Suite("Hostile peers")
struct HostileTests {
    /// Checks that a neighbour of the hostile peer was served before and is served after, by the same process.
    func unharmed(_ daemon: TestDaemon, _ body: () throws -> Void) throws {
        let neighbour = try daemon.peer()
        let before = try neighbour.call(AddLineItem(cart: "neighbour", product: "qianbao"), id: 1)
        try body()
        let after = try neighbour.call(AddLineItem(cart: "neighbour", product: "qianbao"), id: 2)
        #expect(before.result?["cart"]?["version"] == 1)
        #expect(after.result?["cart"]?["version"] == 2)
        #expect(daemon.child?.isRunning == true)
    }

    @Test(
        "What is no message is refused by name and ends that connection",
        arguments: [
            ([0xFF, 0xFF, 0xFF, 0xFF], "frameTooLarge"),
            ([0xFF, 0xFF, 0xFF, 0xFF] + Array(repeating: 0x00, count: 300_000), "frameTooLarge"),
            ([0x00, 0x10, 0x00, 0x01], "frameTooLarge"),
            ([0, 0, 0, 0], "malformed"),
            ([0, 0, 0, 1, 0xFF], "malformed"),
            ([0, 0, 0, 1, 0xF6], "malformed"),
            ([0, 0, 0, 2, 0xA0, 0xA0], "malformed"),
            (WirePeer.framed(Array(repeating: 0x81, count: 200) + [0x01]), "malformed"),
            (
                WirePeer.framed(
                    [0xA2, 0x62, 0x69, 0x64, 0x01, 0x61, 0x78] + Array(repeating: 0x81, count: 200) + [0x01]
                ), "malformed"
            ),
            // An array that claims 2^63 elements, and a text that claims 4 GiB.
            (WirePeer.framed([0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]), "malformed"),
            (WirePeer.framed([0xA1, 0x62, 0x69, 0x64, 0x7A, 0xFF, 0xFF, 0xFF, 0xFF]), "malformed"),
            // No id, a negative one, a text as id, a lone surrogate in a key.
            (WirePeer.framed([0xA0]), "malformed"),
            (WirePeer.framed([0xA1, 0x62, 0x69, 0x64, 0x20]), "malformed"),
            (WirePeer.framed([0xA1, 0x62, 0x69, 0x64, 0x61, 0x31]), "malformed"),
            (WirePeer.framed([0xA1, 0x63, 0xED, 0xA0, 0x80, 0x01]), "malformed"),
        ] as [([UInt8], String)]
    )
    func garbage(bytes: [UInt8], code: String) throws {
        let daemon = try TestDaemon()
        try unharmed(daemon) {
            for greets in [true, false] {
                let peer = greets ? try daemon.peer() : try WirePeer(path: daemon.socketPath)
                // What follows must not be answered any more.
                try peer.exchange(bytes + (try WirePeer.frame(ShowCart(), id: 9)))
                let messages = try peer.rest()
                #expect(messages.map(\.code) == [code])
                #expect(messages.map(\.id) == [nil])
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test("Requests that cannot be served are refused by name, and the connection goes on")
    func refusals() throws {
        let daemon = try TestDaemon()
        let early = try WirePeer(path: daemon.socketPath)
        let refused = try early.call(ShowStatus(), id: 7)
        #expect(refused.id == 7 && refused.code == "helloRequired")
        try early.greet()
        #expect(try early.call(ShowStatus(), id: 8).result != nil)

        let cases: [(CBORValue, String)] = [
            (["id": 1, "method": "cart.explode"], "unknownMethod"),
            (["id": 1, "method": .text(String(repeating: "x", count: 100_000))], "unknownMethod"),
            (
                [
                    "id": 1, "method": "hello",
                    "params": ["protocolVersions": ["min": 1, "max": 1], "software": "again"],
                ], "malformed"
            ),
            (["id": 1, "method": 5], "malformed"),
            (["id": 1], "malformed"),
            (["id": 1, "method": "cart.add", "params": 5], "malformed"),
            (["id": 1, "method": "cart.add", "params": ["quantity": "2"]], "malformed"),
            (["id": 1, "method": "cart.add", "params": ["quantity": 1.5]], "malformed"),
            (["id": 1, "method": "cart.add", "params": ["quantity": .unsigned(.max)]], "invalidQuantity"),
            (["id": 1, "method": "cart.add", "params": ["cart": ["a"]]], "malformed"),
            (["id": 1, "method": "cart.add", "params": ["cart": ""]], "invalidName"),
            (["id": 1, "method": "cart.add", "params": ["cart": "a\u{0}b"]], "invalidName"),
            (["id": 1, "method": "cart.add", "params": ["capacity": 0]], "invalidCapacity"),
            (["id": 1, "method": "cart.add", "params": ["capacity": .init(Int64.min)]], "invalidCapacity"),
            (["id": 1, "method": "cart.add", "params": ["catalog": "none"]], "unknownCatalog"),
            (["id": 1, "method": "cart.add", "params": [:], "idempotencyKey": ""], "malformed"),
            (
                [
                    "id": 1, "method": "cart.add", "params": [:],
                    "idempotencyKey": .text(String(repeating: "k", count: 129)),
                ], "malformed"
            ),
            (["id": 1, "method": "cart.set", "params": [:]], "malformed"),
            (["id": 1, "method": "cart.list", "params": ["after": 3]], "malformed"),
            (
                [
                    "id": 1, "method": "catalog.show",
                    "params": ["catalog": "shop", "from": ["group": -1, "product": 0]],
                ], "malformed"
            ),
            (["id": 1, "method": "catalog.import", "params": ["catalog": "x"]], "malformed"),
            (["id": 1, "method": "layout.grid", "params": ["catalog": "cars", "columns": 0]], "invalidGeometry"),
            (
                ["id": 1, "method": "layout.grid", "params": ["catalog": "cars", "width": .float(.nan)]],
                "invalidGeometry"
            ),
            (
                ["id": 1, "method": "layout.grid", "params": ["catalog": "cars", "width": .float(.infinity)]],
                "invalidGeometry"
            ),
            (
                ["id": 1, "method": "layout.grid", "params": ["catalog": "cars", "from": .init(Int64.min)]], "malformed"
            ),
        ]
        let peer = try daemon.peer()
        for (request, code) in cases {
            try peer.send(try WirePeer.frame(request))
            let answer = try #require(try peer.next())
            #expect(answer.id == 1 && answer.code == code, "\(request) was answered with \(answer)")
            #expect((answer.text?.utf8.count ?? 0) < 1000, "\(answer)")
        }
        // Neither a far page nor a far position is more than an empty one.
        for request: CBORValue in [
            [
                "id": 1, "method": "catalog.show",
                "params": ["catalog": "shop", "from": ["group": .init(Int64.max), "product": .init(Int64.max)]],
            ],
            ["id": 1, "method": "layout.grid", "params": ["catalog": "cars", "from": .init(Int64.max)]],
            ["id": 1, "method": "layout.grid", "params": ["catalog": "cars", "columns": .init(Int32.max)]],
        ] {
            try peer.send(try WirePeer.frame(request))
            #expect(try peer.next()?.result != nil)
        }
        let nothing = try peer.call(ListCarts())
        #expect(nothing.result?["carts"] == [])
        #expect(daemon.stop() == 0)
    }

    @Test("Texts near the limit of a frame are taken or refused by name, and memory comes back")
    func hugeTexts() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        let before = try daemon.running().residentBytes()
        let huge = String(repeating: "x", count: (1 << 20) - 200)
        for round in 0..<40 {
            let calls: [any Method] = [
                AddLineItem(cart: huge), AddLineItem(product: huge), AddLineItem(catalog: huge), ShowCart(cart: huge),
                ListCarts(after: huge), ShowCatalog(catalog: huge), LayOutGrid(catalog: "cars", group: huge),
                RemoveCatalog(catalog: huge), SetLineItem(product: huge, quantity: 1),
            ]
            let method = calls[round % calls.count]
            let answer = try peer.call(method, id: UInt64(round))
            #expect(answer.id == UInt64(round))
            #expect((answer.text?.utf8.count ?? 0) < 2000, "\(type(of: method))")
        }
        #expect(try daemon.running().residentBytes() - before < 16 << 20)
        #expect(daemon.stop() == 0)
    }

    @Test("Random bytes, whole or inside of frames, get an error or a cut")
    func randomBytes() throws {
        let daemon = try TestDaemon()
        let seed = UInt64.random(in: .min ... .max)
        print("random bytes seed: \(seed)")
        var random = SplitMix64(seed: seed)
        let sample = try WirePeer.frame(AddLineItem(cart: "r", product: "qianbao", quantity: 1), id: 1, key: "k")
        try unharmed(daemon) {
            for round in 0..<300 {
                let peer = round % 2 == 0 ? try daemon.peer() : try WirePeer(path: daemon.socketPath)
                var bytes: [UInt8]
                switch round % 3 {
                case 0:
                    bytes = (0..<Int.random(in: 1...2000, using: &random)).map { _ in
                        .random(in: 0...255, using: &random)
                    }
                case 1:
                    bytes = WirePeer.framed(
                        (0..<Int.random(in: 1...2000, using: &random)).map { _ in .random(in: 0...255, using: &random) }
                    )
                default:
                    bytes = sample
                    for _ in 0...2 {
                        bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
                    }
                }
                try peer.exchange(bytes)
                try? peer.finishSending()
                for message in try peer.rest() {
                    #expect(message.code != nil || round % 3 == 2, "seed \(seed), round \(round): \(message)")
                }
            }
        }
        #expect(daemon.stop() == 0)
    }

    @Test("Ten thousand requests at once on one connection are answered in order")
    func pipeline() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        let count: UInt64 = 10_000
        var bytes: [UInt8] = []
        for id in 1...count {
            switch id % 4 {
            case 0: bytes += try WirePeer.frame(AddLineItem(product: "qianbao"), id: id)
            case 1: bytes += try WirePeer.frame(ShowCart(), id: id)
            case 2: bytes += try WirePeer.frame(["id": .unsigned(id), "method": "nothing"] as CBORValue)
            default: bytes += try WirePeer.frame(ListCatalogs(), id: id)
            }
        }
        try peer.exchange(bytes)
        var version: UInt64 = 0
        for id in 1...count {
            let message = try #require(try peer.next())
            try #require(message.id == id)
            if id % 4 == 0 {
                version += 1
                try #require(message.result?["cart"]?["version"] == .unsigned(version))
            }
        }
        #expect(version == count / 4)
        #expect(daemon.stop() == 0)
    }

    @Test("A peer that closes its sending side still gets all of its answers")
    func halfClose() throws {
        let daemon = try TestDaemon()
        let peer = try daemon.peer()
        var bytes: [UInt8] = []
        for id in 1...100 as ClosedRange<UInt64> {
            bytes += try WirePeer.frame(AddLineItem(product: "qianbao"), id: id)
        }
        try peer.send(bytes)
        try peer.finishSending()
        #expect(try peer.rest().map(\.id) == (1...100).map { $0 })
        #expect(daemon.stop() == 0)
    }

    @Test("What was sent before a peer went away is done, and costs nobody anything", arguments: [1, 500])
    func fireAndForget(count: UInt64) throws {
        let daemon = try TestDaemon()
        var bytes: [UInt8] = []
        for id in 1...count { bytes += try WirePeer.frame(AddLineItem(product: "qianbao"), id: id) }
        do {
            let peer = try daemon.peer()
            try peer.send(bytes)
        }
        // Only looks: a change of its own could be what gets the others to the disk.
        try daemon.eventually("the adds are done") {
            let shown = try daemon.peer().call(ShowCart())
            return shown.result?["cart"]?["version"] == .unsigned(count)
        }
        let processorTime = try daemon.running().processorTicks()
        for _ in 0..<20 { try daemon.peer().call(ShowStatus()) }
        poll(nil, 0, 300)
        #expect(try daemon.running().processorTicks() - processorTime < 15, "the daemon spins")
        #expect(daemon.stop() == 0)
    }

    @Test("A peer that asks and never reads takes a bounded part of memory, and the others are served meanwhile")
    func neverReads() throws {
        let daemon = try TestDaemon()
        for _ in 0..<6 { let _: CartAnswer = try daemon.json("add") }
        try unharmed(daemon) {
            let before = try daemon.running().residentBytes()
            let peers = try (0..<4).map { _ in try daemon.peer() }
            let request = try WirePeer.frame(LayOutGrid(catalog: "cars"), id: 1)
            var burst: [UInt8] = []
            while burst.count < 64 << 10 { burst += request }
            // Each sends until the daemon takes nothing more: its own bound, and the kernel's.
            for peer in peers {
                var refusals = 0
                while refusals < 20 {
                    refusals = try peer.sendOnce(burst[...]) == 0 ? refusals + 1 : 0
                    try daemon.peer().call(ShowCart())
                }
            }
            #expect(try daemon.running().residentBytes() - before < 32 << 20)
        }
        #expect(daemon.stop() == 0)
    }

    @Test("Half a frame, and half a hello, keep nobody waiting")
    func halfFrames() throws {
        let daemon = try TestDaemon()
        let frame = try WirePeer.frame(AddLineItem(), id: 1)
        try unharmed(daemon) {
            let peers = try (0..<50).map { index in
                let peer = index % 2 == 0 ? try daemon.peer() : try WirePeer(path: daemon.socketPath)
                try peer.send(Array(frame[..<(index % frame.count)]))
                return peer
            }
            for _ in 0..<50 { try daemon.peer().call(ShowStatus()) }
            #expect(peers.count == 50)
        }
        #expect(daemon.stop() == 0)
    }
}
