import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Testing

/// Reads what a peer is sent, and sorts it by request.
final class Watcher {
    let desk: Desk
    let peer: Peer

    init(_ desk: Desk, user: UInt32 = 1) throws {
        self.desk = desk
        peer = try desk.peer(user: user)
    }

    /// Asks for something, within the turn.
    func send(_ method: some Method, id: UInt64) throws {
        try desk.send(method, id: id, from: peer)
    }

    /// What there is to read for one request now.
    func frames(_ id: UInt64) throws -> [CBORValue] {
        try desk.replies(to: peer).filter { $0["id"] == .unsigned(id) }
    }

    /// The events of the one stream that the peer has.
    func events<M: StreamMethod>(_ type: M.Type, id: UInt64 = 7) throws -> [M.Event] {
        try desk.replies(to: peer).map { frame in
            #expect(frame["id"] == .unsigned(id), "\(frame)")
            let event = try #require(frame["event"], "\(frame)")
            return try CBORDecoder().decode(M.Event.self, from: CBOREncoder().encode(event))
        }
    }

    /// Opens a stream and reads what it begins with.
    func watch<M: StreamMethod>(_ method: M, id: UInt64 = 7) throws -> [M.Event] {
        try send(method, id: id)
        return try events(M.self, id: id)
    }
}

extension Desk {
    /// Makes the next commit fail, as a full disk does.
    func fillDisk() throws {
        try dispatcher.store.database.execute("PRAGMA max_page_count = 1")
        let long = String(repeating: "x", count: 300)
        let lines = try (0..<150).map { try LineItem(product: Product(id: "p\($0)", name: long), quantity: 1) }
        dispatcher.store.put(try Cart(name: "full", catalog: "shop", capacity: 1000, version: 1, lines: lines))
    }

    /// Has room again.
    func emptyDisk() throws {
        try dispatcher.store.database.execute("PRAGMA max_page_count = 1000000")
    }
}
