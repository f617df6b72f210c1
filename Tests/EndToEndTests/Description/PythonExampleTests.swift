import TestSupport
import Testing

/// `Resources/examples/cart.py`, a client in a few lines of another language, against a daemon.
@Suite(
    "The example in Python",
    .enabled(if: PythonEnvironment.obstacle == nil || FullRun.isRequired, "\(PythonEnvironment.obstacle ?? "")")
)
struct PythonExampleTests {
    static let file =
        #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/Resources/examples/cart.py"

    @Test("It adds once, shows, and sees every change")
    func run() throws {
        let python = try PythonEnvironment.interpreter.get()
        let daemon = try TestDaemon()
        let outcome = try Program(python, [Self.file, daemon.socketPath]).run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                talking to cartd 0.1.0
                2 x 钱包
                snapshot 1 [2]
                changed 2 [3]
                changed 3 [4]

                """
        )
        #expect(daemon.stop() == 0)
    }

    @Test("It fits on a screen")
    func length() throws {
        #expect(try contents(ofFile: Self.file).count { $0 == UInt8(ascii: "\n") } < 80)
    }
}
