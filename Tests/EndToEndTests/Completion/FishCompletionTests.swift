import CartCommands
import TestSupport
import Testing

/// `cartctl completion fish`, asked by complete(1).
///
/// Where CARTD_REQUIRE_LAB=1 asks for it, as CI does, a shell that is missing is a failure.
@Suite(
    "Completion in fish",
    .enabled(if: CompletionCases.noFish == nil || FullRun.isRequired, "\(CompletionCases.noFish ?? "")")
)
struct FishCompletionTests {
    @Test("Every command, option and listed value of the table is offered")
    func places() throws { try CompletionCases.checkPlaces(in: .fish) }

    @Test(
        "Where no daemon runs none is started, nothing is offered, and nothing is said",
        .enabled(if: UserPlace.obstacle == nil, "\(UserPlace.obstacle ?? "")")
    )
    func noDaemon() throws { try CompletionCases.checkWithoutDaemon(in: .fish) }

    @Test("A daemon that does not answer is waited for a second, and nothing is said")
    func hangingDaemon() throws { try CompletionCases.checkWithHangingDaemon(in: .fish) }

    @Test("Behind what is no command nothing is offered, and nothing is said")
    func nonsense() throws { try CompletionCases.checkNonsense(in: .fish) }

    @Test("Where cartctl is not installed nothing is said")
    func noProgram() throws { try CompletionCases.checkWithoutProgram(in: .fish) }

    @Test("Every name is written as it is read")
    func names() throws {
        let daemon = try CompletionCases.daemon()
        let place = try ShellPlace(socket: daemon.socketPath)
        for start in ["cartctl show --cart ", "cartctl show --cart="] {
            let escaped = try place.fish([start], escaped: true)[0]
            #expect(escaped.count == CompletionCases.names.count)
            let words = start.hasSuffix("=") ? escaped : escaped.map { "--cart=" + $0 }
            let read = try place.run(.fish, "printf '%s\\n' " + words.joined(separator: " "))
            #expect(
                Set(read.output.split(separator: "\n").map(String.init))
                    == Set(CompletionCases.names.map { "--cart=" + $0 }),
                "\(read)"
            )
        }
        let cases: [(line: String, candidates: [String])] = [
            ("cartctl show --cart tab", ["table 4", "table-4"]), ("cartctl show --cart \"table ", ["table 4"]),
            ("cartctl remove --cart '钱袋' ", ["danjianbao"]), ("cartctl remove --cart=nobody ", []),
            ("cartctl add --catalog cars m_3_1", ["m_3_100"]), ("cartctl control show buy", ["buy", "buy now"]),
            ("cartctl control set x --state=disabled,hi", ["--state=disabled,highlighted"]),
            ("cartctl control set x --state disabled,hi", ["disabled,highlighted"]),
            ("cartctl control send x touchUpI", ["touchUpInside"]), ("cartctl frobnicate ", []),
            ("cartctl help ver", ["version"]), ("cartctl render grid -o \(place.place("fis"))", [place.place("fish")]),
            (
                "cartctl render grid --icons=\(place.place("fold"))",
                ["one", "two"].map { "--icons=\(place.place("folder \($0)/"))" }
            ),
        ]
        let found = try place.fish(cases.map(\.line))
        for (one, found) in zip(cases, found) { #expect(found == one.candidates, "\(one.line)") }
        #expect(daemon.stop() == 0)
    }
}
