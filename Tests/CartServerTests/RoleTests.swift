import CBOR
import CartModel
import CartProtocol
import CartServer
import CartStore
import Systemd
import Testing

@Suite("Roles")
struct RoleTests {
    @Test(
        "The socket and the user make the role",
        arguments: [
            ("cart", 0, Role.cart), ("cart", 7, .cart), ("cart", 1000, .cart),
            ("admin", 0, .admin), ("admin", 7, .admin), ("admin", 1000, .admin),
            ("user", 0, .admin), ("user", 7, .admin), ("user", 1000, .cart),
            ("cartd.socket", 0, .admin), ("unknown", 1000, .cart), ("", 1000, .cart), ("Admin", 1000, .cart),
        ] as [(String, UInt32, Role)]
    )
    func roles(name: String, user: UInt32, role: Role) {
        #expect(Access(socketName: name).role(of: user, owner: 7) == role)
    }

    @Test("Just the methods that change catalogs take the role admin")
    func methods() {
        let methods = Request.methods
        #expect(methods.filter { $0.role == .admin }.map(\.name) == ["catalog.import", "catalog.remove"])
        #expect(methods.allSatisfy { $0.role == .admin || $0.role == .cart })
    }

    @Test("Who has it not is told what is needed, what it has, and where to go; nothing is done")
    func denied() throws {
        let desk = try Desk()
        let peer = try desk.peer(user: 1000, access: .cart)
        func refusal(of method: some Method) throws -> CartError? {
            do {
                _ = try desk.call(method, from: peer)
                return nil
            } catch let error as CartError {
                return error
            }
        }
        var error = try #require(try refusal(of: RemoveCatalog(catalog: "cars")))
        #expect(error.code == .permissionDenied)
        #expect(
            error.details
                == ["method": "catalog.remove", "needed": "admin", "role": "cart", "uid": 1000]
        )
        #expect(error.message.contains("--admin-socket"))
        desk.dispatcher.adminSocket = "/run/cartd/admin.sock"
        error = try #require(try refusal(of: ImportCatalog(catalog: "x")))
        #expect(error.code == .permissionDenied && error.details["socket"] == "/run/cartd/admin.sock")
        #expect(error.message.contains("/run/cartd/admin.sock") && error.message.contains("user 1000"))
        #expect(desk.dispatcher.store.catalogNames() == ["cars", "shop"])
        // All else is as ever.
        #expect(try refusal(of: AddLineItem()) == nil)
        #expect(try refusal(of: ListCatalogs()) == nil)
        #expect(try desk.call(ShowStatus(), from: peer).role == .cart)
        #expect(try desk.call(ShowStatus(), from: peer).users == nil)

        // The same user where it may.
        let admin = try desk.peer(user: 1000)
        #expect(try desk.call(RemoveCatalog(catalog: "cars"), from: admin).catalog.name == "cars")
        #expect(try desk.call(ShowStatus(), from: admin).role == .admin)
    }

    @Test("On a socket of the daemon's user, who is not that user is told who may")
    func owner() throws {
        let desk = try Desk()
        #expect(throws: CartError.self) {
            try desk.call(RemoveCatalog(catalog: "cars"), from: desk.peer(user: 2, access: .owner))
        }
        #expect(desk.refusals.count == 1)
        #expect(desk.refusals.first?.message.contains("root and user") == true)
        _ = try desk.call(RemoveCatalog(catalog: "cars"), from: desk.peer(user: 1, access: .owner))
    }

    @Test("The log is told who was refused, once a second for each user and method")
    func log() throws {
        let clock = PendingTests.Clock()
        let desk = try Desk(clock: { clock.now })
        let peers = try [desk.peer(user: 1000, access: .cart), desk.peer(user: 1001, access: .cart)]
        for _ in 0..<50 {
            for peer in peers {
                _ = try? desk.call(RemoveCatalog(catalog: "cars"), from: peer)
            }
        }
        #expect(desk.refusals.map { $0.fields[.peerUID] } == ["1000", "1001"])
        #expect(desk.refusals.first?.fields[.method] == "catalog.remove")
        #expect(desk.refusals.first?.fields[.code] == "permissionDenied")
        clock.now = clock.now.advanced(by: .seconds(1))
        _ = try? desk.call(RemoveCatalog(catalog: "cars"), from: peers[0])
        #expect(desk.refusals.count == 3)
        #expect(desk.refusals.last?.message.hasPrefix("user 1000 was refused 50 times: ") == true)
        #expect(desk.refusals.last?.fields[.peerGID] == "1")
    }

    @Test("Refusals that are counted are told when no more follow")
    func rest() throws {
        let clock = PendingTests.Clock()
        let desk = try Desk(clock: { clock.now })
        let log = desk.dispatcher.refusals
        let peers = try (0..<3).map { try desk.peer(user: 1000 + $0, access: .cart) }
        for (number, peer) in peers.enumerated() {
            #expect(log.hasUntold == (number > 1))
            for _ in 0..<number + 1 { _ = try? desk.call(RemoveCatalog(catalog: "cars"), from: peer) }
        }
        #expect(desk.refusals.count == 3)
        log.tellRest(at: clock.now)
        #expect(desk.refusals.count == 3)
        clock.now = clock.now.advanced(by: .seconds(1))
        log.tellRest(at: clock.now)
        #expect(!log.hasUntold)
        #expect(
            Set(desk.refusals.dropFirst(3).map { String($0.message.prefix { $0 != ":" }) })
                == ["user 1001 was refused", "user 1002 was refused 2 times"]
        )
        // What was told counts for the next second.
        _ = try? desk.call(RemoveCatalog(catalog: "cars"), from: peers[2])
        #expect(desk.refusals.count == 5)
        #expect(log.hasUntold)
        log.tellRest(at: nil)
        #expect(desk.refusals.count == 6)
        log.tellRest(at: nil)
        #expect(desk.refusals.count == 6)
    }

    @Test("Refusals of many users lose no count to one another")
    func manyUsers() throws {
        let clock = PendingTests.Clock()
        let desk = try Desk(clock: { clock.now })
        let denied = CartError(.permissionDenied, "no", details: ["method": "m"])
        func note(_ user: UInt32) {
            let caller = Caller(process: 1, user: user, group: 1, access: .cart, owner: 1)
            desk.dispatcher.refusals.note(denied, of: caller, at: clock.now)
        }
        for user in 0..<1024 as Range<UInt32> {
            note(user)
            note(user)
        }
        clock.now = clock.now.advanced(by: .seconds(1))
        note(5000)
        #expect(desk.refusals.count == 2049)
    }

    @Test("An admin socket without a path is not called by a number")
    func unnamedAdminSocket() throws {
        let desk = try Desk()
        desk.dispatcher.hasAdminSocket = true
        let error = #expect(throws: CartError.self) {
            try desk.call(RemoveCatalog(catalog: "cars"), from: desk.peer(user: 2, access: .cart))
        }
        #expect(error?.message.contains("the daemon's other socket, which has no path") == true)
        #expect(error?.details["socket"] == nil)
    }
}
