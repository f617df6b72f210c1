import CBOR
import CartModel
import CartProtocol
import CartServer
import TestSupport
import Testing

@Suite("What each user has open")
struct UserAccountTests {
    /// The limit, the usage, what is allowed and the user of an `overloaded`.
    static func facts(_ error: CartError?) -> [CartError.Detail?] {
        ["limit", "used", "allowed", "uid"].map { error?.details[$0] }
    }

    func refusal(_ body: () throws(CartError) -> Void) -> CartError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("A user's connections are limited, those of another and of the exempt are not by that")
    func connections() throws {
        var limits = UserLimits()
        limits.connections = 3
        let accounts = UserAccounts(limits: limits, exempt: [0, 7])
        let three = try (0..<3).map { _ in try accounts.open(for: 1000) }
        let error = refusal { () throws(CartError) in _ = try accounts.open(for: 1000) }
        #expect(error?.code == .overloaded)
        #expect(Self.facts(error) == ["userConnections", 3, 3, 1000])
        _ = try accounts.open(for: 1001)
        for _ in 0..<10 { _ = try (accounts.open(for: 0), accounts.open(for: 7)) }
        #expect(accounts.all.map(\.user) == [0, 7, 1000, 1001])
        #expect(accounts.all.map(\.usage.connections) == [10, 10, 3, 1])
        accounts.close(three[0])
        _ = try accounts.open(for: 1000)
    }

    @Test("A user's streams are limited on all connections together, and the others' are not by that")
    func streams() throws {
        var limits = UserLimits()
        limits.streams = 5
        let desk = try Desk()
        let account = UserAccount(user: 1000, limits: limits)
        let peers = try (0..<2).map { _ in try desk.peer(user: 1000, account: account) }
        for id in 1...5 as ClosedRange<UInt64> {
            try desk.send(WatchCarts(), id: id, from: peers[Int(id) % 2])
        }
        try desk.send(WatchCarts(), id: 9, from: peers[0])
        let refused = try #require(try desk.replies(to: peers[0]).first { $0["error"] != nil })
        #expect(refused["error"]?["code"] == "overloaded")
        #expect(refused["error"]?["details"]?["limit"] == "userStreams")
        #expect(refused["error"]?["details"]?["used"] == 5)
        #expect(refused["error"]?["details"]?["uid"] == 1000)
        #expect(desk.refusals.first?.fields[.limit] == "userStreams")
        #expect(desk.refusals.first?.fields[.used] == "5" && desk.refusals.first?.fields[.allowed] == "5")
        // Another user has the whole of it, and room comes back with the end of a stream or of a connection.
        let other = try desk.peer(user: 1001, account: UserAccount(user: 1001, limits: limits))
        try desk.send(WatchCarts(), id: 1, from: other)
        #expect(other.account.usage.streams == 1)
        try desk.send(CancelRequest(request: 2), id: 20, from: peers[0])
        #expect(account.usage.streams == 4)
        desk.dispatcher.forget(peers[1])
        #expect(account.usage.streams == 1)
    }

    @Test("With too much in flight nothing is begun but a cancel, and nobody else is refused")
    func bytes() throws {
        var limits = UserLimits()
        limits.bytes = 0
        let desk = try Desk()
        let account = UserAccount(user: 1000, limits: limits)
        #expect(account.isFull)
        let peer = try desk.peer(user: 1000, account: account)
        try desk.send(AddLineItem(), id: 1, from: peer)
        try desk.send(ShowCart(), id: 2, from: peer)
        try desk.send(CancelRequest(request: 5), id: 3, from: peer)
        let replies = try desk.replies(to: peer)
        #expect(replies.map { $0["error"]?["code"] } == ["overloaded", "overloaded", nil])
        #expect(replies.first?["error"]?["details"]?["limit"] == "userBytes")
        #expect(replies.first?["error"]?["details"]?["uid"] == 1000)
        #expect(replies.last?["result"]?["cancelled"] == false)
        #expect(try desk.call(ShowCart(), from: desk.peer(user: 1001)).cart.version == 0)
        #expect(desk.refusals.map { $0.fields[.limit] } == ["userBytes"])
        // Who is exempt is not limited at all.
        #expect(!UserAccount(user: 0).isFull)
    }

    @Test("Whatever comes and goes in whatever order, each account is what is open, and nothing when all is gone")
    func random() throws {
        var limits = UserLimits()
        limits.connections = 5
        limits.streams = 12
        for _ in 0..<20 {
            let seed = UInt64.random(in: .min ... .max)
            var random = SplitMix64(seed: seed)
            let accounts = UserAccounts(limits: limits, exempt: [0])
            let desk = try Desk()
            var open: [(peer: Peer, streams: Set<UInt64>)] = []
            var nextID: UInt64 = 1
            for _ in 0..<300 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0...1:
                    let user = UInt32.random(in: 0..<4, using: &random)
                    let before = open.filter { $0.peer.caller.user == user }.count
                    let refused = refusal { () throws(CartError) in
                        let account = try accounts.open(for: user)
                        if let peer = try? desk.peer(user: user, account: account) { open.append((peer, [])) }
                    }
                    #expect((refused != nil) == (user != 0 && before == 5), "seed \(seed)")
                case 2 where !open.isEmpty:
                    let index = Int.random(in: open.indices, using: &random)
                    let peer = open.remove(at: index).peer
                    desk.dispatcher.forget(peer)
                    accounts.close(peer.account)
                case 3...6 where !open.isEmpty:
                    let index = Int.random(in: open.indices, using: &random)
                    let user = open[index].peer.caller.user
                    let before = open.filter { $0.peer.caller.user == user }.map(\.streams.count).reduce(0, +)
                    try desk.send(WatchCarts(), id: nextID, from: open[index].peer)
                    if user == 0 || before < 12 { open[index].streams.insert(nextID) }
                    nextID += 1
                case 7...8 where !open.isEmpty:
                    let index = Int.random(in: open.indices, using: &random)
                    guard let stream = open[index].streams.randomElement(using: &random) else { continue }
                    try desk.send(CancelRequest(request: stream), id: nextID, from: open[index].peer)
                    open[index].streams.remove(stream)
                    nextID += 1
                default:
                    // A request that opens nothing, and one whose id is taken.
                    guard let index = open.indices.randomElement(using: &random) else { continue }
                    let taken = open[index].streams.randomElement(using: &random)
                    try desk.send(WatchCarts(), id: taken ?? nextID, from: open[index].peer)
                    if taken == nil { desk.dispatcher.forget(open.remove(at: index), giving: accounts) }
                    nextID += 1
                }
                let expected = Dictionary(grouping: open) { $0.peer.caller.user }
                #expect(accounts.all.map(\.user) == expected.keys.sorted(), "seed \(seed)")
                for account in accounts.all {
                    let own = expected[account.user] ?? []
                    #expect(account.usage.connections == own.count, "seed \(seed)")
                    #expect(account.usage.streams == own.map(\.streams.count).reduce(0, +), "seed \(seed)")
                }
            }
            for (peer, _) in open {
                desk.dispatcher.forget(peer)
                accounts.close(peer.account)
                #expect(peer.account.usage.connections > 0 || peer.account.usage == UserUsage(), "seed \(seed)")
            }
            #expect(accounts.all.isEmpty, "seed \(seed)")
        }
    }

    @Test("Bytes are the sum of what each connection has, whatever it had before")
    func sums() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        var usage = UserUsage()
        var counted = [Int](repeating: 0, count: 10)
        for _ in 0..<1000 {
            let index = Int.random(in: 0..<10, using: &random)
            usage.recount(&counted[index], as: Int.random(in: 0...(1 << 21), using: &random))
            #expect(usage.bytes == counted.reduce(0, +), "seed \(seed)")
        }
        for index in counted.indices { usage.recount(&counted[index], as: 0) }
        #expect(usage == UserUsage(), "seed \(seed)")
    }
}

extension Dispatcher {
    /// Forgets a peer and gives its connection back.
    fileprivate func forget(_ entry: (peer: Peer, streams: Set<UInt64>), giving accounts: UserAccounts) {
        forget(entry.peer)
        accounts.close(entry.peer.account)
    }
}
