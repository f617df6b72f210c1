import CartServer
import Testing

@Suite("The daemon's command line")
struct DaemonOptionsTests {
    func parse(_ arguments: [String], _ environment: [String: String]) -> DaemonOptions.Command {
        DaemonOptions.parse(arguments, environment: environment.mapValues { Array($0.utf8) })
    }

    func options(_ arguments: [String], _ environment: [String: String] = ["HOME": "/home/u"]) -> DaemonOptions? {
        guard case .run(let options) = parse(arguments, environment) else { return nil }
        return options
    }

    func usage(_ arguments: [String], _ environment: [String: String] = ["HOME": "/home/u"]) -> String? {
        guard case .usage(let text) = parse(arguments, environment) else { return nil }
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
            ["--state", "a", "--state", "b"], ["--font"], ["--font="], ["--icons", ""],
            ["--icons", "a", "--icons", "b"],
            ["--max-connections", "0"], ["--max-connections", "1000001"],
            ["--max-connections-per-user", "-1"], ["--max-connections-per-user=many"], ["--cart-socket"],
        ]
    )
    func wrong(arguments: [String]) {
        #expect(usage(arguments)?.contains(arguments[0].split(separator: "=")[0]) == true)
    }

    @Test("Fonts in order and the folder of icons: the options, else the environment")
    func fontsAndIcons() {
        let environment = ["HOME": "/h", "CARTD_FONT": "/a.ttf::/b.ttc#2:", "CARTD_ICONS": "/icons"]
        let given = options(["--font", "x.ttf", "--icons=i", "--font=/y.ttc#1"], environment)
        #expect(given?.fonts == .init(value: ["x.ttf", "/y.ttc#1"], source: "--font"))
        #expect(given?.icons == .init(value: "i", source: "--icons"))
        let other = options([], environment)
        #expect(other?.fonts == .init(value: ["/a.ttf", "/b.ttc#2"], source: "CARTD_FONT"))
        #expect(other?.icons == .init(value: "/icons", source: "CARTD_ICONS"))
        for empty in ["", ":", "::"] {
            let none = options([], ["HOME": "/h", "CARTD_FONT": empty, "CARTD_ICONS": ""])
            #expect(none?.fonts == nil && none?.icons == nil && none != nil)
        }
    }

    @Test("A variable whose path depends on a working folder, or is not text, is named")
    func wrongVariables() {
        #expect(usage([], ["HOME": "/h", "CARTD_FONT": "/a.ttf:b.ttf"])?.hasPrefix("CARTD_FONT names b.ttf;") == true)
        #expect(usage([], ["HOME": "/h", "CARTD_ICONS": "icons"])?.hasPrefix("CARTD_ICONS names icons;") == true)
        for name in ["CARTD_FONT", "CARTD_ICONS", "STATE_DIRECTORY"] {
            let environment = ["HOME": Array("/h".utf8), name: [0x2F, 0xFF]]
            guard case .usage(let text) = DaemonOptions.parse([], environment: environment) else {
                Issue.record("\(name) was taken")
                continue
            }
            #expect(text == "\(name) is not UTF-8: /\u{FFFD}")
        }
        // What is not looked at does not matter.
        #expect(
            options(["--font", "a", "--icons", "b"], ["HOME": "/h", "CARTD_FONT": "a", "CARTD_ICONS": "b"]) != nil
        )
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
        for option in ["--socket PATH", "--state DIR", "--idle-timeout SECONDS", "--font FILE", "--icons DIR"] {
            #expect(help.contains("[\(option)]") && help.contains("\n  \(option) "), "\(option)")
        }
        #expect(DaemonOptions.variables.filter { $0 != "HOME" }.allSatisfy { help.contains("$" + $0) })
        #expect(version == "cartd 0.1.0\n")
    }
}
