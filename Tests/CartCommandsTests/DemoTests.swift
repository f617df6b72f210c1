import CartJSON
import CartCommands
import CartModel
import CartProtocol
import Glibc
import Synchronization
import Testing
import TestSupport

@Suite("The demo")
struct DemoTests {
    /// A stage without a folder or a process: the clock ticks a millisecond a look.
    final class FakeStage: DemoStage, Sendable {
        let folder = "/tmp/cartd-demo-test"
        let service: FakeService
        let signal: Int32?
        let restarts: Bool
        private let clock = Atomic<Int64>(0)
        let clears = Atomic<Int>(0)

        init(_ service: FakeService, signal: Int32? = nil, restarts: Bool = true) {
            self.service = service
            self.signal = signal
            self.restarts = restarts
        }

        var interruption: Int32? { signal }
        func now() -> Int64 { clock.add(1_000_000, ordering: .relaxed).newValue }
        func options(from options: ServiceOptions) -> ServiceOptions { options }
        func clear() throws(CartError) { clears.add(1, ordering: .relaxed) }

        func stopDaemon(_ process: Int32) throws(CartError) {
            guard restarts else { throw CartError(.demoFailed, "it goes on") }
            service.restart()
        }
    }

    private func play(
        _ stage: FakeStage,
        isJSON: Bool = false,
        output: Recorder
    ) throws -> any Report {
        let service = stage.service
        return try Demo.run(
            in: Session(
                table: .cartctl,
                environment: [:],
                terminal: Terminal(isTerminal: false),
                output: output,
                isJSON: isJSON,
                options: ServiceOptions(),
                connect: { (_) throws(CartError) in service }
            ),
            on: stage
        )
    }

    @Test("tells its story")
    func story() throws {
        let stage = FakeStage(try Bench().service)
        let output = Recorder()
        let report = try play(stage, output: output)
        var end = Page(for: Terminal(isTerminal: false))
        report.write(to: &end)
        #expect(
            output.run(.done).output == """
                cartd keeps one catalog and one cart for every screen of a kiosk, and works out what they draw.
                This runs the real daemon in a temporary folder.

                1. No daemon runs, so the first call starts one (socket activation)
                   $ cartctl status
                   cartd 0.1.0 answers after 1.0 ms, as process 4711, with new state in /tmp/cartd-demo-test

                2. It brings two catalogs: six bags, and cars in groups
                   $ cartctl catalog list
                   Catalog  Version  Groups  Products
                   cars           0       2         3
                   shop           0       1         6

                3. Six adds fill the cart. An answer means: it is on disk
                   $ cartctl add     + danjianbao    单肩包  1 of 6  add on   remove on    1.0 ms
                   $ cartctl add     + qianbao       钱包    2 of 6  add on   remove on    1.0 ms
                   $ cartctl add     + liantiaobao   链条包  3 of 6  add on   remove on    1.0 ms
                   $ cartctl add     + shoutibao     手提包  4 of 6  add on   remove on    1.0 ms
                   $ cartctl add     + shuangjianbao 双肩包  5 of 6  add on   remove on    1.0 ms
                   $ cartctl add     + xiekuabao     斜挎包  6 of 6  add off  remove on    1.0 ms
                   $ cartctl add     refused: the cart default is full: 6 of 6 lines (cartFull, exit status 1)

                4. A screen draws what the daemon has laid out: frames in points
                   $ cartctl layout grid --width 280 --height 220
                   ┌──────────────┐    ┌──────────────┐    ┌──────────────┐
                   │              │    │              │    │              │
                   │              │    │              │    │              │
                   │  danjianbao  │    │   qianbao    │    │ liantiaobao  │
                   │              │    │              │    │              │
                   │              │    │              │    │              │
                   │              │    │              │    │              │
                   ├──────────────┤    ├──────────────┤    ├──────────────┤
                   │    单肩包    │    │     钱包     │    │    链条包    │
                   └──────────────┘    └──────────────┘    └──────────────┘


                   ┌──────────────┐    ┌──────────────┐    ┌──────────────┐
                   │              │    │              │    │              │
                   │              │    │              │    │              │
                   │  shoutibao   │    │shuangjianbao │    │  xiekuabao   │
                   │              │    │              │    │              │
                   │              │    │              │    │              │
                   │              │    │              │    │              │
                   ├──────────────┤    ├──────────────┤    ├──────────────┤
                   │    手提包    │    │    双肩包    │    │    斜挎包    │
                   └──────────────┘    └──────────────┘    └──────────────┘

                   Index  Product        Frame              Icon in tile  Title in tile
                       0  danjianbao     80x100 at 0,0      80x80 at 0,0  80x20 at 0,80
                       1  qianbao        80x100 at 100,0    80x80 at 0,0  80x20 at 0,80
                       2  liantiaobao    80x100 at 200,0    80x80 at 0,0  80x20 at 0,80
                       3  shoutibao      80x100 at 0,120    80x80 at 0,0  80x20 at 0,80
                       4  shuangjianbao  80x100 at 100,120  80x80 at 0,0  80x20 at 0,80
                       5  xiekuabao      80x100 at 200,120  80x80 at 0,0  80x20 at 0,80

                5. The daemon is stopped. The next call starts another one, and nothing is lost
                   $ kill 4711
                   $ cartctl show
                   process 4712 answers after 1.0 ms: 6 of 6 lines, version 6

                6. Taking lines out turns the buttons of the screen back
                   $ cartctl remove  - xiekuabao     斜挎包  5 of 6  add on   remove on    1.0 ms
                   $ cartctl remove  - shuangjianbao 双肩包  4 of 6  add on   remove on    1.0 ms
                   $ cartctl clear   - every line            0 of 6  add on   remove off   1.0 ms

                """
        )
        #expect(
            end.text == """

                Done in 28.0 ms. The daemon is stopped and /tmp/cartd-demo-test is removed.
                Your own cart is one command away: cartctl add, then cartctl show, or cartctl --help.

                """
        )
        #expect(stage.clears.load(ordering: .relaxed) == 1)
    }

    @Test("is silent with --json until its one object")
    func json() throws {
        let output = Recorder()
        let report = try play(FakeStage(try Bench().service), isJSON: true, output: output)
        #expect(output.run(.done) == Run(0))
        let text = report.json.text
        #expect(
            text.hasPrefix(
                #"{"demo":{"daemon":{"software":"cartd 0.1.0","pid":4711,"milliseconds":1},"catalogs":[{"name":"cars","#
            )
        )
        #expect(
            text.contains(#""refused":{"error":{"code":"cartFull","message":"the cart default is full: 6 of 6 lines","#)
        )
        #expect(text.contains(#""restart":{"software":"cartd 0.1.0","pid":4712,"milliseconds":1}"#))
        #expect(
            text.hasSuffix(
                #""cleared":{"product":null,"lines":0,"canAdd":true,"canRemove":false,"milliseconds":1},"milliseconds":28}}"#
            )
        )
    }

    @Test("cleans up after every failure")
    func failures() throws {
        let refusing = try Bench().service
        refusing.refuse(CartError(.storageFailure, "the disk is full"))
        let small = FakeService(catalogs: [try .cars()])
        for (stage, code) in [
            (FakeStage(refusing), CartError.Code.storageFailure),
            (FakeStage(small), .demoFailed),
            (FakeStage(try Bench().service, restarts: false), .demoFailed),
            (FakeStage(try Bench().service, signal: SIGINT), .cancelled),
        ] {
            let error = #expect(throws: CartError.self) { try play(stage, output: Recorder()) }
            #expect(error?.code == code)
            #expect(stage.clears.load(ordering: .relaxed) == 1)
        }
    }

    @Test("an interruption ends with the signal's exit status")
    func interruption() throws {
        let stage = FakeStage(try Bench().service, signal: SIGTERM)
        let error = try #require(#expect(throws: CartError.self) { try play(stage, output: Recorder()) })
        #expect(ExitStatus(error).rawValue == 143)
        #expect(error.message == "interrupted; the demo's daemon is stopped and its folder is removed")
    }

    @Test("goes on to its end, for it has to clean up, where nobody reads it")
    func goneReader() throws {
        let stage = FakeStage(try Bench().service)
        _ = try play(stage, output: Recorder(failure: EPIPE))
        #expect(stage.clears.load(ordering: .relaxed) == 1)
    }

    @Test("does not run beside --socket")
    func socket() throws {
        #expect(
            try Bench().run("demo", "--socket", "/s")
                == Run(2, complaint: "cartctl: demo runs a daemon of its own, so --socket has no place beside it\n")
        )
    }
}
