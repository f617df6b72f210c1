import CBOR
import CartModel
import CartProtocol
import CartStore
import Testing
import UnixSockets

@testable import CartServer

/// A server of which this very user may not take much.
@Suite("Bytes in flight of one user")
struct BytesInFlightTests {
    let tools = PatienceTests()

    /// A server on which a user may have 1 MiB in flight, and that waits long for the rest of a frame.
    func server(prepare: @escaping @Sendable (ModelStore) throws -> Void = { _ in }) throws -> ShortTempered {
        let limits: @Sendable (inout ServerLimits) -> Void = {
            $0.patience = .seconds(120)
            $0.exemptUsers = []
            $0.user.bytes = 1 << 20
        }
        return try ShortTempered(limits, prepare: prepare)
    }

    /// Says hello, and what follows.
    func greet(_ server: ShortTempered, then bytes: [UInt8] = []) throws -> StreamSocket {
        let socket = try server.connect()
        try tools.send(try tools.frame(Hello(software: "test"), id: 0) + bytes, on: socket)
        return socket
    }

    /// The beginning of a frame.
    func half(_ count: Int, of length: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).bigEndian) { Array($0) }
            + [UInt8](repeating: 0, count: count)
    }

    /// Asks and waits for the answer; the answer to hello is passed over.
    func ask(_ method: some Method, id: UInt64, on socket: borrowing StreamSocket) throws -> CBORValue {
        try tools.send(try tools.frame(method, id: id), on: socket)
        var reader = FrameReader()
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            try #require(try !socket.wait(for: .readable, until: .after(.seconds(60))).isEmpty)
            guard case .bytes(let count) = try buffer.withUnsafeMutableBytes({ try socket.receive(into: $0) }) else {
                throw CartError(.connectionLost, "no answer")
            }
            var found: CBORValue?
            try buffer[..<count].withUnsafeBytes { bytes in
                var input = bytes
                while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                    let message = try CBORDecoder().decode(CBORValue.self, from: payload)
                    if message["id"] == .unsigned(id) { found = message }
                }
            }
            if let found { return found }
        }
    }

    /// Asks until the answer is a refusal, or none.
    func ask(_ socket: borrowing StreamSocket, until isRefused: Bool) throws -> CBORValue {
        let deadline = Deadline.after(.seconds(60))
        while true {
            let answer = try ask(ShowCart(), id: 1, on: socket)
            if (answer["error"] != nil) == isRefused { return answer }
            try #require(!deadline.hasPassed)
        }
    }

    @Test("With too much in flight requests are refused, long frames are ended, and there is room again afterwards")
    func full() throws {
        let server = try server()
        do {
            let peer = try greet(server)
            do {
                // 18 of them are more than 1 MiB; each alone could still be a request as they are.
                let hoarders = try (0..<18).map { _ in Holder(try greet(server, then: half(60_000, of: 61_000))) }
                let refused = try ask(peer, until: true)
                #expect(refused["error"]?["code"] == "overloaded")
                #expect(refused["error"]?["details"]?["limit"] == "userBytes")
                #expect(refused["error"]?["details"]?["allowed"] == 1_048_576)
                guard case .unsigned(let used)? = refused["error"]?["details"]?["used"] else {
                    throw CartError(.malformed, "no usage")
                }
                #expect(used >= 1 << 20 && used < 1 << 20 + 1 << 17)
                #expect(try ask(CancelRequest(request: 9), id: 2, on: peer)["result"]?["cancelled"] == false)
                // What is too long to be kept beside all that is ended, and said why.
                let long = try greet(server, then: half(100_000, of: 1 << 20))
                let told = try tools.messages(try tools.readToEnd(long))
                #expect(told.map { $0["error"]?["details"]?["limit"] } == [nil, "userBytes"])
                #expect(told.last?["id"] == .null)
                #expect(hoarders.count == 18)
            }
            #expect(try ask(peer, until: false)["result"] != nil)
            // Nothing stays counted.
            let deadline = Deadline.after(.seconds(60))
            while true {
                let status = try ask(ShowStatus(), id: 3, on: peer)["result"]
                guard case .array(let users)? = status?["users"] else { throw CartError(.malformed, "no users") }
                if users.first?["connections"] == 1 {
                    #expect(users.count == 1 && users.first?["bytes"] == 0 && users.first?["streams"] == 0)
                    break
                }
                try #require(!deadline.hasPassed)
            }
            try peer.shutdownSending()
            _ = try tools.readToEnd(peer)
        }
        server.join()
    }

    @Test("Who asks much without reading gets an answer to each all the same, once it reads")
    func pipelined() throws {
        let server = try server()
        do {
            let hoarders = try (0..<18).map { _ in Holder(try greet(server, then: half(60_000, of: 61_000))) }
            let peer = try greet(server)
            _ = try ask(peer, until: true)
            var bytes: [UInt8] = []
            for id in 10..<6010 as Range<UInt64> { bytes += try tools.frame(ShowCart(), id: id) }
            try tools.send(bytes, on: peer)
            try peer.shutdownSending()
            let told = try tools.messages(try tools.readToEnd(peer))
            #expect(told.map { $0["id"] } == (10..<6010).map { .unsigned($0) })
            #expect(told.allSatisfy { $0["error"]?["code"] == "overloaded" })
            #expect(hoarders.count == 18)
        }
        server.join()
    }

    @Test("Streams that nobody reads hold up none of the same user's calls, however long their events are")
    func stalledStreams() throws {
        let server = try server { store in
            let lines = try (0..<1000).map { number in
                let name = String(repeating: "n", count: 500)
                return try LineItem(product: Product(id: "p\(number)", name: name), quantity: 1)
            }
            store.put(try Cart(name: "long", catalog: "shop", capacity: 1000, version: 1, lines: lines))
            try store.commit()
        }
        do {
            let peer = try greet(server)
            #expect(try ask(ShowStatus(), id: 1, on: peer)["result"] != nil)
            let watching = try (0..<12).flatMap { try tools.frame(WatchCart(cart: "long"), id: UInt64($0) + 1) }
            let stalled = try (0..<8).map { _ in Holder(try greet(server, then: watching)) }
            // All of them have what their sockets take, and the daemon keeps the rest for them.
            let deadline = Deadline.after(.seconds(60))
            while try ask(ShowStatus(), id: 2, on: peer)["result"]?["streams"] != .unsigned(8 * 12) {
                try #require(!deadline.hasPassed)
            }
            for _ in 0..<20 { #expect(try ask(ShowCart(), id: 3, on: peer)["result"] != nil) }
            let status = try ask(ShowStatus(), id: 4, on: peer)["result"]
            guard case .array(let users)? = status?["users"], case .unsigned(let bytes)? = users.first?["bytes"] else {
                throw CartError(.malformed, "no users")
            }
            #expect(bytes < 10_000)
            #expect(stalled.count == 8)
        }
        server.join()
    }

    /// Keeps a socket open, in an array.
    final class Holder {
        let socket: StreamSocket

        init(_ socket: consuming StreamSocket) { self.socket = socket }
    }
}
