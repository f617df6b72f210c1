import CartCommands
import TestSupport
import Testing

/// `cartctl completion bash`, on a terminal and by its function.
@Suite(
    "Completion in bash",
    .enabled(if: CompletionCases.noBash == nil || FullRun.isRequired, "\(CompletionCases.noBash ?? "")")
)
struct BashCompletionTests {
    @Test("What is typed arrives")
    func typed() throws { try CompletionCases.checkTyped(in: .bash) }

    @Test("Every command, option and listed value of the table is offered")
    func places() throws { try CompletionCases.checkPlaces(in: .bash) }

    @Test(
        "Where no daemon runs none is started, nothing is offered, and nothing is said",
        .enabled(if: UserPlace.obstacle == nil, "\(UserPlace.obstacle ?? "")")
    )
    func noDaemon() throws { try CompletionCases.checkWithoutDaemon(in: .bash) }

    @Test("A daemon that does not answer is waited for a second, and nothing is said")
    func hangingDaemon() throws { try CompletionCases.checkWithHangingDaemon(in: .bash) }

    @Test("Behind what is no command nothing is offered, and nothing is said")
    func nonsense() throws { try CompletionCases.checkNonsense(in: .bash) }

    @Test("Where cartctl is not installed nothing is said")
    func noProgram() throws { try CompletionCases.checkWithoutProgram(in: .bash) }

    @Test("Settings of a user's own change nothing")
    func settings() throws {
        let settings = "set -u; set -f; shopt -s nullglob failglob nocasematch extglob; IFS=a:"
        try CompletionCases.checkPlaces(in: .bash, settings: settings)
    }

    @Test("A locale of bytes changes nothing")
    func bytes() throws {
        let daemon = try CompletionCases.daemon()
        let place = try ShellPlace(socket: daemon.socketPath, environment: ["LC_ALL": "C"])
        let lines = ["cartctl show --cart 钱", "cartctl show --cart ü"]
        #expect(try place.candidates(for: lines, in: .bash) == [["钱包", "钱袋"], ["über\\ all"]])
        #expect(daemon.stop() == 0)
    }
}
