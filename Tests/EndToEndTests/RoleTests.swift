import CBOR
import CartClient
import CartProtocol
import Glibc
import TestSupport
import Testing
import UnixSockets

/// Who may do what, by the socket that was connected to.
@Suite("Roles of sockets")
struct RoleTests {
    @Test("On a socket that is called cart nobody changes a catalog, on one that is called admin everybody does")
    func passed() throws {
        for (name, status) in [("cart", 1), ("admin", 0), ("user", 0)] as [(String, Int32)] {
            let daemon = try TestDaemon(socketName: name)
            let file = try daemon.place.write(DescriptorTests.catalog, to: "menu.plist")
            let outcome = try daemon.cartctl("--json", "catalog", "import", file)
            #expect(outcome.status == status, "\(name): \(outcome.output)")
            #expect(try daemon.cartctl("--json", "catalog", "remove", "shop").status == status)
            #expect(try daemon.cartctl("--json", "add").status == (status == 0 ? 1 : 0), "\(name)")
            if status != 0 {
                #expect(outcome.output.contains(#""code":"permissionDenied""#))
                #expect(outcome.output.contains("--admin-socket"))
            }
            #expect(daemon.stop() == 0)
        }
    }

    @Test("By hand, cartd listens on a socket for each role, and sends who has not the role to the right one")
    func byHand() throws {
        let place = try TemporaryFolder()
        let (cart, admin) = (place("cart.sock"), place("admin.sock"))
        let child = try Program(
            Executables.cartd,
            ["--cart-socket", cart, "--admin-socket=\(admin)", "--state", place("state")]
        ).started(at: place("c"))
        #expect(place.mode(of: "cart.sock") == 0o660)
        #expect(place.mode(of: "admin.sock") == 0o600)
        let peer = try WirePeer(path: cart)
        try peer.greet()
        let refused = try peer.call(RemoveCatalog(catalog: "cars"))
        #expect(refused.code == "permissionDenied")
        let details: CBORValue = [
            "method": "catalog.remove", "needed": "admin", "role": "cart", "uid": .unsigned(UInt64(geteuid())),
            "socket": .text(admin),
        ]
        #expect(refused.details == details)
        #expect(refused.text?.contains(admin) == true)
        // The file of an import that is refused is closed, and is not that of the next one.
        let file = try DescriptorTests().open(try place.write(DescriptorTests.catalog, to: "c.plist"))
        let before = try child.descriptorCount()
        let importing = try WirePeer.frame(ImportCatalog(catalog: "a"), id: 2)
        try peer.send(importing + importing, descriptors: [file.rawValue])
        #expect(try [peer.next(), peer.next()].map { $0?.code } == ["permissionDenied", "permissionDenied"])
        #expect(try child.descriptorCount() == before)
        #expect(try peer.call(AddLineItem()).result != nil)

        let other = try WirePeer(path: admin)
        try other.greet()
        #expect(try other.call(ImportCatalog(catalog: "a"), descriptors: [file.rawValue]).result != nil)
        #expect(try other.call(RemoveCatalog(catalog: "cars")).result != nil)
        #expect(try other.call(ShowCart()).result?["cart"]?["version"] == 1)
        child.kill(SIGTERM)
        #expect(child.wait() == 0)
        #expect(!exists(cart) && !exists(admin))
    }

    @Test("The library finds the system's socket for administration where the calls need it, and the other where not")
    func library() throws {
        let place = try TemporaryFolder()
        var arguments = ["--cart-socket", place("cartd.sock"), "--state", place("state")]
        for hasAdmin in [true, false] {
            if hasAdmin { arguments += ["--admin-socket", place("admin.sock")] } else { arguments.removeLast(2) }
            let child = try Program(Executables.cartd, arguments).started(at: place("c"))
            func refusal(role: Role) throws -> CartError? {
                var configuration = CartClient.Configuration(role: role, startsDaemon: false, environment: [:])
                configuration.systemSocket = place("cartd.sock")
                let client = try CartClient(configuration)
                #expect(try client.call(ShowStatus()).role == (role == .admin && hasAdmin ? .admin : .cart))
                do {
                    _ = try client.call(RemoveCatalog(catalog: "cars"))
                    return nil
                } catch {
                    return error
                }
            }
            #expect(try refusal(role: .cart)?.code == .permissionDenied)
            #expect(try refusal(role: .admin)?.code == (hasAdmin ? nil : .permissionDenied))
            child.kill(SIGTERM)
            #expect(child.wait() == 0)
        }
    }
}
