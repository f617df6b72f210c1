import CartClient
import Testing

@Suite struct DaemonSearchTests {
    struct Row: Sendable {
        var named: String?
        var environment: [String: String] = [:]
        var program: String?
        var candidates: [String]
    }

    static let packaged = ["/usr/libexec/cartd", "/usr/lib/cartd/cartd"]

    static let rows: [Row] = [
        Row(named: "/a/cartd", environment: ["CARTD_DAEMON": "/b/cartd"], candidates: ["/a/cartd"]),
        Row(environment: ["CARTD_DAEMON": "/b/cartd", "PATH": "/bin"], program: "/c/x", candidates: ["/b/cartd"]),
        Row(environment: ["CARTD_DAEMON": "", "PATH": "/bin"], candidates: ["/bin/cartd"] + packaged),
        Row(
            environment: ["PATH": "/usr/bin:.:bin::/opt/x:/c:/usr/bin"],
            program: "/c/cartctl",
            candidates: ["/c/cartd", "/usr/bin/cartd", "/opt/x/cartd"] + packaged
        ),
        Row(
            program: "/cartctl",
            candidates: ["/cartd", "/usr/local/bin/cartd", "/usr/bin/cartd", "/bin/cartd"] + packaged
        ),
    ]

    @Test(arguments: rows) func lists(_ row: Row) {
        let search = DaemonSearch(named: row.named, environment: row.environment, program: row.program)
        #expect(search.candidates == row.candidates)
    }

    @Test func findsTheFirstThatCanBeExecuted() throws {
        let search = DaemonSearch(named: nil, environment: ["PATH": "/a:/b:/c"], program: nil)
        #expect(try search.find(isExecutable: { $0 != "/a/cartd" }) == "/b/cartd")
    }

    @Test func saysWhereItLooked() {
        let search = DaemonSearch(named: nil, environment: ["PATH": "/a:/b"], program: "/c/x")
        let error = #expect(throws: CartError.self) { try search.find(isExecutable: { _ in false }) }
        #expect(error?.code == .noDaemon)
        for path in search.candidates + ["CARTD_DAEMON"] {
            #expect(error?.message.contains(path) == true)
        }
    }
}
