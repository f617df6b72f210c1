import CartCommands
import CartModel
import CartProtocol
import Testing

@Suite("Commands about the service")
struct ServiceCommandTests {
    @Test("status")
    func status() throws {
        let bench = try Bench()
        #expect(
            bench.run("status").output == """
                Daemon           cartd 0.1.0, process 4711, user 1000
                Up               3 min 12 s
                State            /var/lib/cartd
                Store            5e1f
                Connections      1 of 256
                Requests         10
                Commits          6
                Carts            0
                Catalogs         2
                Role             admin
                userConnections  1, without a limit
                allStreams       3 of 65536
                User 1000        1 connections, 3 streams, 70 bytes in flight

                """
        )
        #expect(
            bench.run("--json", "status").output == """
                {"software":"cartd 0.1.0","pid":4711,"uid":1000,"store":"5e1f","stateDirectory":"/var/lib/cartd",\
                "uptimeMilliseconds":192345,"connections":1,"connectionLimit":256,"requests":10,"commits":6,"carts":0,\
                "catalogs":2,"streams":3,"role":"admin","limits":[{"limit":"connections","used":1,"allowed":256},\
                {"limit":"userConnections","used":1},{"limit":"allStreams","used":3,"allowed":65536}],\
                "users":[{"uid":1000,"connections":1,"streams":3,"bytes":70}]}

                """
        )
    }

    @Test(
        "times in two units",
        arguments: [
            (0, "0 ms"), (999, "999 ms"), (1000, "1 s"), (61_000, "1 min 1 s"), (3_600_000, "1 h 0 min"),
            (90_061_000, "1 d 1 h"), (-5, "-5 ms"), (Int64.max, "106751991167 d 7 h"),
        ]
    )
    func times(milliseconds: Int64, words: String) {
        #expect(StatusReport.words(milliseconds: milliseconds) == words)
    }

    @Test("describe prints the text as it is, for a file, or all of it for a program")
    func describe() throws {
        let bench = try Bench()
        #expect(bench.run("describe") == Run(0, "message = any ; and so on\n\nid = uint\n"))
        #expect(
            bench.run("--json", "describe").output == """
                {"software":"cartd 0.1.0","protocolVersions":{"min":1,"max":2},"methods":[{"name":"cart.add",\
                "mutation":true,"stream":false,"role":"cart"},{"name":"cart.watch","mutation":false,"stream":true}],\
                "cddl":"message = any ; and so on\\n\\nid = uint\\n"}

                """
        )
    }

    @Test("version needs no daemon")
    func version() throws {
        var bench = try Bench()
        bench.noService = CartError(.noDaemon, "no daemon")
        #expect(bench.run("version") == Run(0, "cartctl 0.1.0 (protocol 1 to 1)\n"))
        #expect(
            bench.run("version", "--json").output
                == #"{"software":"cartctl","version":"0.1.0","protocolVersions":{"min":1,"max":1}}"# + "\n"
        )
    }
}
