import CBOR
import CartLayout
import CartModel
import CartProtocol
import CartServer
import CartStore
import Glibc
import Systemd
import Testing
import UnixSockets
import TestSupport

/// A dispatcher over a store in a folder of its own, asked as a peer asks, without a socket.
final class Desk {
    let folder: TemporaryFolder
    let dispatcher: Dispatcher
    let reader = TestReader()
    /// What the log was told of refusals.
    var refusals: [(message: String, fields: [LogField: String])] { told.entries }
    private let told: Told
    private var peers: [Peer] = []

    private final class Told {
        var entries: [(message: String, fields: [LogField: String])] = []
    }

    /// - Parameter folder: That of a desk which is gone; nil for a new one.
    init(
        layout: LayoutResources = LayoutResources(),
        folder: TemporaryFolder? = nil,
        limits: PendingLimits = PendingLimits(),
        turn: Int = ServerLimits().turn,
        clock: @escaping () -> MonotonicInstant = { .now }
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        let told = Told()
        self.told = told
        dispatcher = Dispatcher(
            store: try ModelStore(stateDirectory: self.folder.path),
            layout: layout,
            statistics: ServerStatisticsSource(),
            reader: reader,
            limits: limits,
            turn: turn,
            refusals: RefusalLog { message, fields in
                told.entries.append((message, Dictionary(fields) { first, _ in first }))
            },
            clock: clock
        )
    }

    /// Connections end before the daemon does: a peer and its streams have each other.
    deinit {
        for peer in peers { dispatcher.forget(peer) }
    }

    /// A peer that has said hello, on a socket for everything.
    func peer(user: UInt32 = 1, access: Access = .admin, account: UserAccount? = nil) throws -> Peer {
        let caller = Caller(process: 1, user: user, group: 1, access: access, owner: 1)
        let peer = Peer(id: UInt64(peers.count) + 1, caller: caller, account: account)
        peers.append(peer)
        try send(Hello(software: "test"), id: 0, from: peer)
        _ = try replies(to: peer)
        return peer
    }

    func send(
        _ method: some Method,
        id: UInt64,
        key: String? = nil,
        timeout: UInt64? = nil,
        readAt moment: MonotonicInstant? = nil,
        from peer: Peer
    ) throws {
        var bytes: [UInt8] = []
        try FrameWriter().append(
            OutgoingRequest(id: id, params: method, idempotencyKey: key, timeout: timeout),
            to: &bytes
        )
        var none = DescriptorInbox(capacity: 0)
        bytes.withUnsafeBytes { bytes in
            var input = bytes
            dispatcher.receive(&input, from: peer, outputLimit: 1 << 20, descriptors: &none, readAt: moment)
        }
    }

    /// The frames that may be sent now, and what the peer's streams tell once it has read these.
    func replies(to peer: Peer) throws -> [CBORValue] {
        var bytes: [UInt8] = []
        repeat {
            peer.output.send { sendable in
                bytes += sendable
                return sendable.count
            }
        } while dispatcher.tellStreams(of: peer)
        var reader = FrameReader()
        var result: [CBORValue] = []
        try bytes.withUnsafeBytes { bytes in
            var input = bytes
            while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                result.append(try CBORDecoder().decode(CBORValue.self, from: payload))
            }
        }
        return result
    }

    /// Calls, ends the turn, and answers the one reply.
    func call<M: Method>(_ method: M, key: String? = nil, from peer: Peer) throws -> M.Answer {
        try send(method, id: 1, key: key, from: peer)
        _ = dispatcher.endTurn()
        let reply = try #require(try replies(to: peer).first)
        let bytes = try CBOREncoder().encode(reply)
        if let refusal = try? CBORDecoder().decode(Refusal.self, from: bytes) {
            throw refusal.error
        }
        return try CBORDecoder().decode(Reply<M.Answer>.self, from: bytes).result
    }
}

@Suite("Requests through the dispatcher")
struct DispatcherTests {
    @Test("A change is answered only after the commit, and so is what was asked after it")
    func holds() throws {
        let desk = try Desk()
        let writer = try desk.peer()
        let reader = try desk.peer()
        try desk.send(ShowCart(), id: 1, from: reader)
        #expect(try desk.replies(to: reader).count == 1)
        try desk.send(AddLineItem(), id: 2, from: writer)
        try desk.send(ShowCart(), id: 3, from: reader)
        #expect(try desk.replies(to: writer).isEmpty)
        #expect(try desk.replies(to: reader).isEmpty)
        let outcome = desk.dispatcher.endTurn()
        #expect(outcome.failure == nil)
        #expect(Set(outcome.peers.map(\.id)) == [writer.id, reader.id])
        #expect(try desk.replies(to: writer).count == 1)
        #expect(try desk.replies(to: reader).count == 1)
        #expect(desk.dispatcher.statistics.commits == 1)
    }

    @Test("The same key and request is answered with the first result, another request is refused")
    func idempotency() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let first = try desk.call(AddLineItem(product: "qianbao"), key: "k", from: peer)
        #expect(try desk.call(AddLineItem(product: "qianbao"), key: "k", from: peer) == first)
        #expect(try desk.call(ShowCart(), from: peer).cart.version == 1)
        #expect(
            code { _ = try desk.call(AddLineItem(product: "shoutibao"), key: "k", from: peer) } == .idempotencyKeyReused
        )
        #expect(code { _ = try desk.call(ClearCart(), key: "k", from: peer) } == .idempotencyKeyReused)
        // A key belongs to its user: another one may choose the same.
        let other = try desk.peer(user: 2)
        #expect(try desk.call(AddLineItem(product: "qianbao"), key: "k", from: other).cart.version == 2)
    }

    @Test("Twice in one turn is once")
    func idempotencyInATurn() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        try desk.send(AddLineItem(product: "qianbao"), id: 1, key: "k", from: peer)
        try desk.send(AddLineItem(product: "qianbao"), id: 2, key: "k", from: peer)
        _ = desk.dispatcher.endTurn()
        let replies = try desk.replies(to: peer)
        #expect(replies.count == 2)
        #expect(try desk.call(ShowCart(), from: peer).cart.lines.map(\.quantity) == [1])
    }

    @Test("A refused request may be tried again under its key")
    func refusedKey() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        #expect(code { _ = try desk.call(RemoveLineItem(), key: "k", from: peer) } == .nothingToRemove)
        _ = try desk.call(AddLineItem(), from: peer)
        #expect(try desk.call(RemoveLineItem(), key: "k", from: peer).cart.lines.isEmpty)
    }

    @Test("Bad keys are refused", arguments: ["", "a b\n", "é", String(repeating: "x", count: 129)])
    func badKeys(key: String) throws {
        let desk = try Desk()
        let peer = try desk.peer()
        #expect(code { _ = try desk.call(AddLineItem(), key: key, from: peer) } == .malformed)
        #expect(try desk.call(ShowCart(), from: peer).cart.lines.isEmpty)
    }

    @Test("An expected version is compared, also for a cart that is not there yet")
    func expectedVersions() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        #expect(code { _ = try desk.call(AddLineItem(cart: "t", expectedVersion: 1), from: peer) } == .versionConflict)
        #expect(try desk.call(AddLineItem(cart: "t", expectedVersion: 0), from: peer).cart.version == 1)
        #expect(code { _ = try desk.call(ClearCart(cart: "t", expectedVersion: 0), from: peer) } == .versionConflict)
        #expect(
            code { _ = try desk.call(RemoveLineItem(cart: "t", expectedVersion: 9), from: peer) } == .versionConflict
        )
        #expect(
            try desk.call(SetLineItem(cart: "t", product: "qianbao", quantity: 2, expectedVersion: 1), from: peer).cart
                .version == 2
        )
    }

    @Test("A cart keeps the catalog and capacity it was made with")
    func mismatch() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        #expect(try desk.call(AddLineItem(cart: "c", catalog: "cars", capacity: 2), from: peer).cart.catalog == "cars")
        #expect(code { _ = try desk.call(AddLineItem(cart: "c", catalog: "shop"), from: peer) } == .cartMismatch)
        #expect(code { _ = try desk.call(AddLineItem(cart: "c", capacity: 3), from: peer) } == .cartMismatch)
        #expect(try desk.call(AddLineItem(cart: "c", catalog: "cars", capacity: 2), from: peer).cart.lines.count == 2)
        #expect(code { _ = try desk.call(AddLineItem(cart: "c"), from: peer) } == .cartFull)
    }

    @Test("What is not there is named")
    func unknown() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        #expect(code { _ = try desk.call(ShowCart(cart: "nope"), from: peer) } == .unknownCart)
        #expect(code { _ = try desk.call(AddLineItem(cart: "new", catalog: "nope"), from: peer) } == .unknownCatalog)
        #expect(code { _ = try desk.call(AddLineItem(product: "nope"), from: peer) } == .unknownProduct)
        #expect(code { _ = try desk.call(SetLineItem(product: "nope", quantity: 1), from: peer) } == .unknownProduct)
        #expect(code { _ = try desk.call(ShowCatalog(catalog: "nope"), from: peer) } == .unknownCatalog)
        #expect(code { _ = try desk.call(LayOutGrid(catalog: "cars", group: "?"), from: peer) } == .unknownGroup)
        #expect(code { _ = try desk.call(ImportCatalog(catalog: "x"), from: peer) } == .malformed)
        // A refused first add makes no cart.
        #expect(try desk.call(ListCarts(), from: peer).carts.isEmpty)
    }

    @Test("Pages of a catalog put together are the catalog")
    func pages() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        let groups = (0..<3).map { group in
            ProductGroup(
                title: "G\(group)",
                products: (0..<(group == 1 ? 0 : 1700)).map { Product(id: "\(group)-\($0)", name: "P\($0)") }
            )
        }
        _ = try desk.dispatcher.store.put(try Catalog(name: "big", groups: groups))
        _ = desk.dispatcher.endTurn()
        var from: ShowCatalog.Position?
        var read: [ProductGroup] = []
        var pages = 0
        repeat {
            let page = try desk.call(ShowCatalog(catalog: "big", from: from), from: peer)
            for (index, group) in page.groups.enumerated() {
                if index == 0, (from?.product ?? 0) > 0, !read.isEmpty {
                    read[read.count - 1].products += group.products
                } else {
                    read.append(group)
                }
            }
            from = page.next
            pages += 1
        } while from != nil
        #expect(read == groups)
        #expect(pages == 4)
    }

    @Test("The grid of a full cart has the tiles of the screen it was made for")
    func grid() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        for _ in 0..<6 { _ = try desk.call(AddLineItem(), from: peer) }
        let grid = try desk.call(LayOutGrid(width: 280, height: 220), from: peer)
        #expect(grid.items.map(\.frame.x) == [0, 100, 200, 0, 100, 200])
        #expect(grid.items.map(\.frame.y) == [0, 0, 0, 120, 120, 120])
        #expect(grid.items.allSatisfy { $0.icon.width == 80 && $0.icon.height == 80 && $0.title.y == 80 })
        #expect(grid.canAdd == false)
        #expect(grid.canRemove == true)
        #expect(code { _ = try desk.call(LayOutGrid(columns: 0), from: peer) } == .invalidGeometry)
        #expect(code { _ = try desk.call(LayOutGrid(width: .nan), from: peer) } == .invalidGeometry)
        #expect(code { _ = try desk.call(LayOutGrid(from: -1), from: peer) } == .malformed)
    }

    @Test("A catalog that is gone leaves its lines, which say so")
    func unavailable() throws {
        let desk = try Desk()
        let peer = try desk.peer()
        _ = try desk.call(AddLineItem(product: "qianbao"), from: peer)
        #expect(try desk.call(ShowCart(), from: peer).cart.lines.map(\.available) == [nil])
        _ = try desk.call(RemoveCatalog(catalog: "shop"), from: peer)
        let shown = try desk.call(ShowCart(), from: peer)
        #expect(shown.cart.lines.map(\.available) == [false])
        #expect(!shown.canAdd)
        #expect(
            try desk.call(SetLineItem(product: "qianbao", quantity: 3), from: peer).cart.lines.map(\.quantity) == [3]
        )
        #expect(code { _ = try desk.call(AddLineItem(), from: peer) } == .unknownCatalog)
    }
}
