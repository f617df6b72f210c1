/// How much the tests of endurance do: little in every run, much where CARTD_TEST_SCALE=full asks for it.
struct Scale: Sendable {
    var addsPerProcess = 40
    var kills = 10
    var restarts = 10
    var crowds = 1
    var randomCalls = 1500
    var idleRounds = 40
    var watchedChanges = 3000
    var importedRows = 30_000
    var callsBesideImport = 100

    static let current: Scale = {
        guard Program.inherited["CARTD_TEST_SCALE"] == "full" else { return Scale() }
        return Scale(
            addsPerProcess: 500,
            kills: 200,
            restarts: 100,
            crowds: 20,
            randomCalls: 100_000,
            idleRounds: 1000,
            watchedChanges: 100_000,
            importedRows: 1_000_000,
            callsBesideImport: 1000
        )
    }()
}
