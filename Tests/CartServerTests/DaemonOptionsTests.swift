import CartServer
import Testing

@Suite("The daemon's command line")
struct DaemonOptionsTests {
    func options(_ arguments: [String], _ environment: [String: String] = ["HOME": "/home/u"]) -> DaemonOptions? {
        guard case .run(let options) = DaemonOptions.parse(arguments, environment: environment) else { return nil }
        return options
    }

    func usage(_ arguments: [String], _ environment: [String: String] = ["HOME": "/home/u"]) -> String? {
        guard case .usage(let text) = DaemonOptions.parse(arguments, environment: environment) else { return nil }
        return text
    }

    @Test("The folder of the state")
    func state() {
        #expect(options(["--state", "/s"], ["STATE_DIRECTORY": "/var/lib/cartd"])?.stateDirectory == "/s")
        #expect(
            options([], ["STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "HOME": "/h"])?.stateDirectory == "/var/lib/a"
        )
        #expect(options([], ["XDG_STATE_HOME": "/x", "HOME": "/h"])?.stateDirectory == "/x/cartd")
        #expect(options([], ["XDG_STATE_HOME": "relative", "HOME": "/h"])?.stateDirectory == "/h/.local/state/cartd")
        #expect(usage([], [:])?.contains("--state DIR") == true)
    }

    @Test("Values behind a blank or an equals sign")
    func values() {
        #expect(options(["--socket=/s", "--idle-timeout", "0.5"])?.sockets == [.owner: "/s"])
        #expect(options(["--socket", "/a=b", "--idle-timeout=2"])?.sockets == [.owner: "/a=b"])
        #expect(options(["--cart-socket", "/c", "--admin-socket=/a"])?.sockets == [.cart: "/c", .admin: "/a"])
        #expect(options([])?.sockets == [:])
        #expect(options(["--idle-timeout", "0.5"])?.idleTimeout == 0.5)
        #expect(options([])?.idleTimeout == nil)
        #expect(options(["--max-connections", "300", "--max-connections-per-user=7"])?.maxConnections == 300)
        #expect(options(["--max-connections", "300", "--max-connections-per-user=7"])?.maxConnectionsPerUser == 7)
        #expect(options([])?.maxConnections == nil)
    }

    @Test(
        "What is wrong is named",
        arguments: [
            ["--socket"], ["--socket="], ["--idle-timeout", "soon"], ["--idle-timeout", "0"], ["--idle-timeout", "-1"],
            ["--idle-timeout", "nan"], ["--idle-timeout", "inf"], ["--sockets", "x"], ["stray"],
            ["--state", "a", "--state", "b"], ["--max-connections", "0"], ["--max-connections", "1000001"],
            ["--max-connections-per-user", "-1"], ["--max-connections-per-user=many"], ["--cart-socket"],
        ]
    )
    func wrong(arguments: [String]) {
        #expect(usage(arguments)?.contains(arguments[0].split(separator: "=")[0]) == true)
    }

    @Test("Help and version are printed")
    func texts() {
        guard case .print(let help) = DaemonOptions.parse(["--help"], environment: [:]),
            case .print(let version) = DaemonOptions.parse(["--version"], environment: [:])
        else {
            Issue.record("not printed")
            return
        }
        #expect(help.hasPrefix("Usage: cartd"))
        #expect(version == "cartd 0.1.0\n")
    }
}
