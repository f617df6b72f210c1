import CartClient
import Glibc
import Synchronization
import Testing
import TestSupport

/// Random calls of every kind through the client library, compared one by one with a simple model, while the daemon is
/// killed at random moments: a call that was answered has happened, once, and one that was refused has not.
@Suite("Random calls and kill -9")
struct RandomCallTests {
    @Test("The daemon does what the model does, whenever it is killed")
    func calls() throws {
        let daemon = try TestDaemon(starting: false)
        let seed = UInt64.random(in: .min ... .max)
        print("random calls seed: \(seed)")
        let over = Mutex(false)
        let progress = try Gate()
        let killer = try Killer(daemon.launcher, seed: seed &+ 1, progress: progress, over: { over.withLock { $0 } })
        defer {
            over.withLock { $0 = true }
            progress.open()
            killer.join()
        }
        var caller = try Caller(daemon, seed: seed)
        for step in 0..<Scale.current.randomCalls {
            let (what, agrees) = try caller.step()
            try #require(agrees, "seed \(seed), step \(step): \(what)")
            progress.open()
        }
        let client = try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
        for (name, cart) in caller.model.carts {
            #expect(caller.model.describes(cart, try client.call(ShowCart(cart: name))), "seed \(seed), cart \(name)")
        }
        #expect(try client.carts().map(\.name) == caller.model.carts.keys.sorted())
        print("random calls: \(killer.kills) kills")
    }

    /// Starts the daemon, kills it after some calls, and again.
    private final class Killer: Sendable {
        private let count = Mutex(0)
        private let thread = Mutex<BackgroundThread<Void>?>(nil)

        var kills: Int { count.withLock { $0 } }

        init(_ launcher: TestDaemon.Launcher, seed: UInt64, progress: Gate, over: @escaping @Sendable () -> Bool) throws
        {
            let body: @Sendable () -> Void = { [self] in
                var random = SplitMix64(seed: seed)
                while !over() {
                    guard let child = try? launcher.start() else { return }
                    for _ in 0..<Int.random(in: 1...60, using: &random) where !over() { progress.wait() }
                    child.kill(SIGKILL)
                    child.wait()
                    count.withLock { $0 += 1 }
                }
            }
            let started = try BackgroundThread(body)
            thread.withLock { $0 = started }
        }

        func join() { thread.withLock { $0 }?.join() }
    }
}

/// Makes one random call after the other, of the daemon and of the model.
private struct Caller {
    var model = SimpleModel()
    private var random: SplitMix64
    private let client: CartClient
    private let place: TemporaryFolder
    private let files: [(path: String, ids: [String])]
    private let carts = ["default", "a", "b", "Ünïcödé 🛒", "x"]

    init(_ daemon: TestDaemon, seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        place = daemon.place
        client = try CartClient(.init(socket: .path(daemon.socketPath), timeout: .seconds(60)))
        for name in ["shop", "cars"] {
            let catalog = try client.catalog(named: name)
            model.catalogs[name] = SimpleModel.Catalog(
                version: 0,
                ids: catalog.groups.flatMap(\.products).map(\.id)
            )
        }
        files = try [["1", "2", "3"], ["3", "2", "4", "qianbao"], []].enumerated().map { number, ids in
            let rows = ids.map { "<dict><key>id</key><string>\($0)</string><key>name</key><string>n</string></dict>" }
            let text = "<plist version=\"1.0\"><array>\(rows.joined())</array></plist>"
            return (try daemon.place.write(text, to: "\(number).plist"), ids)
        }
    }

    /// Makes a call.
    ///
    /// - Returns: The call in words, and whether both did the same.
    mutating func step() throws -> (String, Bool) {
        let cart = carts.randomElement(using: &random).flatMap {
            $0 == "default" && Bool.random(using: &random) ? nil : $0
        }
        let catalogs = ["shop", "cars", "t", "none"]
        let stored = model.carts[cart ?? "default"]
        let expected: Int64? =
            Int.random(in: 0..<6, using: &random) == 0
            ? (stored?.version ?? 0) + .random(in: 0...1, using: &random) : nil
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<6:
            let call = AddLineItem(
                cart: cart,
                product: Bool.random(using: &random) ? product(stored) : nil,
                quantity: quantity(),
                catalog: Bool.random(using: &random) ? stored?.catalog ?? catalogs.randomElement(using: &random) : nil,
                capacity: Int.random(in: 0..<10, using: &random) == 0 ? .random(in: 1...8, using: &random) : nil,
                expectedVersion: expected
            )
            return compare(call) { model, call throws(SimpleModel.Refused) in try model.add(call) }
        case 6..<8:
            var call = RemoveLineItem(cart: cart, expectedVersion: expected)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: call.product = product(stored)
            case 1: call.index = .random(in: -1...6, using: &random)
            default: break
            }
            return compare(call) { model, call throws(SimpleModel.Refused) in try model.remove(call) }
        case 8..<11:
            let call = SetLineItem(
                cart: cart,
                product: product(stored),
                quantity: quantity() ?? 0,
                expectedVersion: expected
            )
            return compare(call) { model, call throws(SimpleModel.Refused) in try model.set(call) }
        case 11:
            return compare(ClearCart(cart: cart, expectedVersion: expected)) {
                model,
                call throws(SimpleModel.Refused) in try model.clear(call)
            }
        case 12, 13:
            return compare(ShowCart(cart: cart)) { model, call throws(SimpleModel.Refused) in try model.show(call) }
        case 14:
            guard let file = files.randomElement(using: &random),
                let name = ["t", "shop"].randomElement(using: &random)
            else { return ("nothing", true) }
            let wanted = model.importCatalog(name, ids: file.ids)
            let answer = Result { () throws(CartError) in try client.importCatalog(named: name, from: file.path) }
            let agrees = (try? answer.get()).map {
                $0.catalog.version == wanted.version && $0.catalog.products == wanted.ids.count
            }
            return ("import \(name): \(answer) instead of \(wanted)", agrees ?? false)
        default:
            // Seldom, because little is left to add without a catalog.
            guard Int.random(in: 0..<4, using: &random) == 0, let name = catalogs.randomElement(using: &random) else {
                return ("nothing", true)
            }
            let wanted = Result { () throws(SimpleModel.Refused) in try model.removeCatalog(name) }
            let answer = Result { () throws(CartError) in try client.call(RemoveCatalog(catalog: name)) }
            let agrees =
                switch (wanted, answer) {
                case (.success(let wanted), .success(let answer)):
                    answer.catalog.version == wanted.version && answer.catalog.products == wanted.ids.count
                case (.failure(let wanted), .failure(let answer)): wanted.code == answer.code
                default: false
                }
            return ("remove \(name): \(answer) instead of \(wanted)", agrees)
        }
    }

    private mutating func compare<Call: Method>(
        _ call: Call,
        _ expect: (inout SimpleModel, Call) throws(SimpleModel.Refused) -> SimpleModel.Cart
    ) -> (String, Bool) where Call.Answer == CartAnswer {
        let wanted = Result { () throws(SimpleModel.Refused) in try expect(&model, call) }
        let answer = Result { () throws(CartError) in try client.call(call) }
        let agrees =
            switch (wanted, answer) {
            case (.success(let cart), .success(let answer)): model.describes(cart, answer)
            case (.failure(let wanted), .failure(let answer)): wanted.code == answer.code
            default: false
            }
        return ("\(call) was answered \(answer) instead of \(wanted)", agrees)
    }

    private mutating func product(_ cart: SimpleModel.Cart?) -> String {
        let ids = model.catalogs[cart?.catalog ?? "shop"]?.ids ?? []
        let some = [
            ids.prefix(8).randomElement(using: &random), cart?.lines.randomElement(using: &random)?.id, "nothing",
        ]
        return some.compactMap(\.self).randomElement(using: &random) ?? "nothing"
    }

    private mutating func quantity() -> Int64? {
        [nil, 1, 2, 0, -1, 2_147_483_647, 2_147_483_648, .max, .min, 5, 7].randomElement(using: &random) ?? nil
    }
}
