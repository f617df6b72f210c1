import CartClient
import Glibc
import Testing
import TestSupport

@Suite struct ConfigurationTests {
    @Test func hasTheDocumentedDefaults() {
        let configuration = CartClient.Configuration()
        #expect(configuration.socket == .automatic)
        #expect(configuration.timeout == .seconds(10))
        #expect(configuration.startsDaemon)
        #expect(configuration.daemon == nil)
        #expect(configuration.systemSocket == "/run/cartd/cartd.sock")
        #expect(configuration.software.contains("CartClient \(ProtocolVersion.software)"))
    }

    @Test func takesTheEnvironmentOfTheProcess() {
        let environment = CartClient.Configuration().environment
        #expect(!environment.isEmpty)
        for (name, value) in environment {
            #expect(getenv(name).map { String(cString: $0) } == value)
        }
    }

    @Test func oneTimeoutMayCoverTheConnectionAndAllCalls() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("cartd.sock")
        let server = try FakeServer(at: path) { peer, _ in
            try peer.greet()
            while true { try peer.answerTo(peer.request(), CartAnswer.fake(version: 1)) }
        }
        var configuration = CartClient.Configuration(socket: .path(path), timeout: .milliseconds(200), environment: [:])
        configuration.timeoutCoversAll = true
        let client = try CartClient(configuration)
        let end = ContinuousClock.now + .milliseconds(200)
        // However many calls are made, and however quickly each is answered, the time runs out.
        var error: CartError?
        while error == nil, .now < end + .seconds(60) {
            do throws(CartError) {
                _ = try client.call(ShowCart())
            } catch let refusal {
                error = refusal
            }
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(error?.details["timeoutMilliseconds"] == 200)
        // A call's own timeout is its own.
        #expect(try client.call(ShowCart(), timeout: .seconds(20)).cart.version == 1)
        #expect(server.connections <= 2)
    }
}
