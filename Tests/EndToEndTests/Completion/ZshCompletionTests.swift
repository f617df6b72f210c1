import CartCommands
import TestSupport
import Testing

/// `cartctl completion zsh`, on a terminal.
///
/// Where CARTD_REQUIRE_LAB=1 asks for it, as CI does, a shell that is missing is a failure.
@Suite(
    "Completion in zsh",
    .enabled(if: CompletionCases.noZsh == nil || FullRun.isRequired, "\(CompletionCases.noZsh ?? "")")
)
struct ZshCompletionTests {
    @Test("What is typed arrives")
    func typed() throws { try CompletionCases.checkTyped(in: .zsh) }

    @Test("Every command, option and listed value of the table is offered")
    func places() throws { try CompletionCases.checkPlaces(in: .zsh) }

    @Test("It may be sourced, and settings of a user's own change nothing")
    func settings() throws {
        let settings = "source $HOME/../zsh; setopt ksh_arrays sh_word_split no_unset glob_subst sh_glob; IFS=a:"
        try CompletionCases.checkPlaces(in: .zsh, settings: settings)
    }

    @Test(
        "Where no daemon runs none is started, nothing is offered, and nothing is said",
        .enabled(if: UserPlace.obstacle == nil, "\(UserPlace.obstacle ?? "")")
    )
    func noDaemon() throws { try CompletionCases.checkWithoutDaemon(in: .zsh) }

    @Test("A daemon that does not answer is waited for a second, and nothing is said")
    func hangingDaemon() throws { try CompletionCases.checkWithHangingDaemon(in: .zsh) }

    @Test("Behind what is no command nothing is offered, and nothing is said")
    func nonsense() throws { try CompletionCases.checkNonsense(in: .zsh) }

    @Test("Where cartctl is not installed nothing is said")
    func noProgram() throws { try CompletionCases.checkWithoutProgram(in: .zsh) }
}
