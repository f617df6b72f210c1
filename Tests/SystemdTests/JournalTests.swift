import Glibc
import Systemd
import TestSupport
import Testing

@Suite("Journal")
struct JournalTests {
    @Test(arguments: ["CART", "PEER_UID", "METHOD", "A", "A1_", String(repeating: "N", count: 64)])
    func validNames(_ name: String) throws {
        #expect(try Journal.FieldName(name).description == name)
    }

    @Test(arguments: ["", "cart", "_PID", "1A", "A-B", "A=B", "A B", "Ä", "A\n", String(repeating: "N", count: 65)])
    func namesThatTheJournalRefuses(_ name: String) {
        let error = #expect(throws: SystemdError.self) { try Journal.FieldName(name) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.description.contains("\"\(name)\"") == true)
    }

    @Test func connectionIsTheSameDeviceAndInode() throws {
        let sockets = try Sockets()
        defer { keep(sockets) }
        var status = stat()
        try #require(fstat(sockets.first, &status) == 0)
        let stream = "\(status.st_dev):\(status.st_ino)"
        #expect(Journal.isConnected(descriptor: sockets.first, stream: stream))
        #expect(!Journal.isConnected(descriptor: sockets.second, stream: stream))
        #expect(!Journal.isConnected(descriptor: -1, stream: stream))
        #expect(!Journal.isConnected(descriptor: sockets.first, stream: nil))
        for malformed in ["", ":", "\(stream):", ":\(stream)", "x\(stream)", "\(status.st_dev)", "-\(stream)", "9:9:9"]
        {
            #expect(!Journal.isConnected(descriptor: sockets.first, stream: malformed))
        }
    }

    @Test(
        .enabled(
            if: PrivateJournal.isPossible || FullRun.isRequired,
            "standing in for the journal needs CAP_SYS_ADMIN, to mount its folder"
        )
    )
    func recordsAreSentWhole() async {
        await #expect(processExitsWith: .success) {
            let journal = try PrivateJournal()
            defer { keep(journal) }
            try Journal.send(
                "sixth bag\nadded",
                priority: .warning,
                fields: [
                    Journal.Field(try Journal.FieldName("CART"), "default"),
                    Journal.Field(try Journal.FieldName("CART"), "second"),
                    Journal.Field(try Journal.FieldName("RAW"), bytes: [0, 10, 255, 61]),
                    Journal.Field(.syslogIdentifier, "cartd"),
                ]
            )
            let record = journal.receive()
            try #require(record["MESSAGE"] == [Array("sixth bag\nadded".utf8)])
            try #require(record["PRIORITY"] == [Array("4".utf8)])
            try #require(record["CART"] == [Array("default".utf8), Array("second".utf8)])
            try #require(record["RAW"] == [[0, 10, 255, 61]])
            try #require(record["SYSLOG_IDENTIFIER"] == [Array("cartd".utf8)])
            try Journal.send("", fields: [])
            try #require(journal.receive()["MESSAGE"] == [[]])
        }
    }
}
