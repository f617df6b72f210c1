import CartClient
import Glibc
import Testing

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
}
