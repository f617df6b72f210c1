import Glibc
import Testing

/// The built programs and the units of the package under a real systemd: Lab/boot-systemd and Lab/check-units.
@Suite("Under systemd")
struct SystemdTests {
    /// What the lab has to say, in this order.
    static let facts = [
        "the units verify",
        "the socket listens, the daemon does not run",
        "a connection starts the service, which says it is ready",
        "the cart survives a restart",
        "the cart survives kill -9",
        "a user outside of the group cartd is told permissionDenied",
        "the service stops cleanly",
        "the next connection starts it again",
    ]

    @Test("Installed, activated, restarted, killed, stopped")
    func units() throws {
        let tests = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let place = try Workplace()
        // The lab sees this folder alone of what lies in /tmp.
        for file in [Executables.cartd, Executables.cartctl, tests + "/Lab/check-units"] {
            try #require(try Program("cp", [file, place.path]).run().status == 0)
        }
        try #require(try Program("cp", ["-r", tests + "/../../Systemd", place("units")]).run().status == 0)
        let outcome = try Program(
            "bash",
            [
                tests + "/Lab/boot-systemd", place.path,
                "bash", place("check-units"), place("cartd"), place("cartctl"), place("units"),
            ]
        ).run()
        guard outcome.status != 77 else {
            print("skipped: \(outcome.output)")
            return
        }
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let facts = outcome.output.split(separator: "\n").filter { $0.hasPrefix("ok: ") }.map { $0.dropFirst(4) }
        #expect(facts.map(String.init) == Self.facts, "\(outcome.output)\(outcome.errors)")
    }
}
