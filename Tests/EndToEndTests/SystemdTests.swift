import Glibc
import Testing
import TestSupport

/// The built programs and the units of the package under a real systemd: Lab/boot-systemd and Lab/check-units.
///
/// Where CARTD_REQUIRE_LAB=1 asks for them, as CI does, what is missing for them is a failure.
@Suite(
    "Under systemd",
    .enabled(if: SystemdLab.obstacle == nil || FullRun.isRequired, "\(SystemdLab.obstacle ?? "")")
)
struct SystemdTests {
    /// What the lab has to say, in this order.
    static let facts = [
        "the units verify",
        "the sockets listen, the daemon does not run",
        "a connection starts the service, which says it is ready",
        "the cart survives a restart",
        (FontTests.hasDejaVu ? "a font and icons" : "icons") + " of /etc/default/cartd are measured with",
        "the cart survives kill -9",
        "a user outside of the group cartd is told permissionDenied",
        "an import on the cart socket is permissionDenied, and told the way to the other one",
        "a member of cartd-admin imports on the admin socket, a member of cartd cannot connect there",
        "cartctl finds the admin socket by itself",
        "the journal says who was refused what",
        "the service stops cleanly",
        "the next connection starts it again",
    ]

    @Test("Installed, activated, restarted, killed, stopped")
    func units() throws {
        try #require(SystemdLab.obstacle == nil, "CARTD_REQUIRE_LAB=1, but: \(SystemdLab.obstacle ?? "")")
        let place = try TemporaryFolder()
        // The lab sees this folder alone of what lies in /tmp.
        for file in [Executables.cartd, Executables.cartctl, SystemdLab.folder + "/check-units"] {
            try #require(try Program("cp", [file, place.path]).run().status == 0)
        }
        try #require(
            try Program("cp", ["-r", SystemdLab.folder + "/../../../Systemd", place("units")]).run().status == 0
        )
        let outcome = try Program(
            "bash",
            [
                SystemdLab.boot, place.path,
                "bash", place("check-units"), place("cartd"), place("cartctl"), place("units"),
            ]
        ).run()
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let facts = outcome.output.split(separator: "\n").filter { $0.hasPrefix("ok: ") }.map { $0.dropFirst(4) }
        #expect(facts.map(String.init) == Self.facts, "\(outcome.output)\(outcome.errors)")
    }
}
