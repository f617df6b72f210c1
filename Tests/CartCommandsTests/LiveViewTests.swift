import CartClient
import CartCommands
import CartModel
import CartProtocol
import Synchronization
import TestSupport
import Testing

/// A live view on a terminal of the test, whose events and signals come when the view waits for them.
@Suite("Live views on a terminal")
struct LiveViewTests {
    private static func event(_ sequence: Int64, _ count: Int) throws -> WatchCart.Event {
        var cart = try Cart()
        for product in try Catalog.shop().groups[0].products.prefix(count) { try cart.add(product) }
        return WatchCart.Event(
            sequence: sequence,
            kind: sequence == 0 ? .snapshot : .changed,
            state: CartAnswer(cart, catalog: try .shop())
        )
    }

    private static func screen(_ stage: ScriptedStage) -> TestScreen { stage.screen.withLock { $0 } }

    @Test("it draws in place, and leaves the last state where the shell goes on")
    func draws() throws {
        let stage = ScriptedStage(columns: 60, rows: 12)
        let report = try stage.run([
            .events([try Self.event(0, 1)]),
            .check { screen in
                #expect(screen.isAlternate && !screen.hasCursor)
                #expect(screen.lines[0] == "Cart default · catalog shop · version 1 · 1 of 6 lines")
                #expect(screen.lines[3] == "   1  danjianbao  单肩包         1")
                #expect(screen.lines[7] == "Change 0 · Ctrl-C ends")
            },
            .events([try Self.event(1, 2), try Self.event(2, 3)]),
            .check { screen in
                #expect(screen.lines[5] == "   3  liantiaobao  链条包         1")
                #expect(screen.lines[9] == "Change 2 · Ctrl-C ends")
            },
            .events([try Self.event(3, 0)]),
            .check { screen in
                #expect(screen.lines[1] == "It is empty: `cartctl add` puts the first product in.")
                #expect(screen.lines[3] == "Change 3 · Ctrl-C ends")
                #expect(screen.lines[4...].allSatisfy { $0.isEmpty })
            },
            .wakeup(.ended(by: 2)),
        ])
        #expect(report?.status.rawValue == 130)
        #expect(stage.deeds == ["enter", "leave", "die 2"])
        let screen = Self.screen(stage)
        #expect(!screen.isAlternate && screen.hasCursor && screen.wraps)
        #expect(screen.overflows == 0 && screen.unknown.isEmpty)
        #expect(
            screen.scrollback == """
                Cart default · catalog shop · version 0 · 0 of 6 lines
                It is empty: `cartctl add` puts the first product in.

                """
        )
    }

    @Test("the line below says that there is no connection, until there is one again")
    func interruptions() throws {
        func mark(_ kind: StreamEventKind, _ sequence: Int64) -> WatchCart.Event {
            .init(sequence: sequence, kind: kind)
        }
        let stage = ScriptedStage(columns: 60, rows: 12)
        try stage.run([
            // Nothing is to be seen before there is something to show, and it does not count as an answer in time.
            .events([mark(.interrupted, 0)]),
            .check { #expect(!$0.isAlternate) },
            .events([try Self.event(0, 1)]),
            .check { #expect($0.lines[7] == "Change 0 · Ctrl-C ends") },
            .events([mark(.interrupted, 0)]),
            .check { screen in
                #expect(screen.lines[0] == "Cart default · catalog shop · version 1 · 1 of 6 lines")
                #expect(screen.lines[7] == "Change 0 · reconnecting · Ctrl-C ends")
            },
            .events([mark(.resumed, 0)]),
            .check { #expect($0.lines[7] == "Change 0 · Ctrl-C ends") },
            .events([mark(.interrupted, 0)]),
            .events([mark(.resync, 4), try Self.event(5, 2)]),
            .check { #expect($0.lines[8] == "Change 5 · Ctrl-C ends") },
            .events([mark(.interrupted, 5), mark(.resumed, 5)]),
            .check { #expect($0.lines[8] == "Change 5 · Ctrl-C ends") },
            .wakeup(.outputClosed),
        ])
        let waits = stage.waits.withLock { $0 }
        #expect(waits.prefix(2).allSatisfy { $0 != nil } && waits.dropFirst(2).allSatisfy { $0 == nil })
        #expect(Self.screen(stage).unknown.isEmpty)
    }

    @Test("another size, and a while in the background, spoil nothing")
    func redraws() throws {
        let stage = ScriptedStage(columns: 60, rows: 12)
        try stage.run([
            .events([try Self.event(0, 6)]),
            .resize(columns: 30, rows: 9),
            .check { screen in
                #expect(screen.lines[0] == "Cart default · catalog shop ·…")
                #expect(screen.lines[3] == "… 5 more lines")
                #expect(screen.lines[4] == "   6  xiekuabao      斜挎包  …")
                #expect(!screen.lines.contains { $0.contains("#") })
            },
            .wakeup(.suspended),
            .check { screen in
                #expect(screen.isAlternate && screen.lines[3] == "… 5 more lines")
            },
            .wakeup(.outputClosed),
        ])
        #expect(stage.deeds == ["enter", "leave", "suspend", "enter", "leave"])
    }

    @Test("only the first event is waited for no longer than --timeout")
    func timeout() throws {
        let slow = ScriptedStage(columns: 60, rows: 12)
        do throws(CartError) {
            try slow.run([.wakeup(.timedOut)])
            Issue.record("it went on")
        } catch {
            #expect(error.code == .deadlineExceeded)
        }
        #expect(slow.deeds.isEmpty, "a screen was entered for nothing")
        let quick = ScriptedStage(columns: 60, rows: 12)
        try quick.run([.events([try Self.event(0, 1)]), .events([try Self.event(1, 2)]), .wakeup(.outputClosed)])
        let waits = quick.waits.withLock { $0 }
        #expect(waits.count == 3)
        #expect(waits[0] != nil && waits[1] == nil && waits[2] == nil)
    }

    @Test("an error leaves the screen before it is told")
    func failure() throws {
        let stage = ScriptedStage(columns: 60, rows: 12)
        let first = try Self.event(0, 1)
        do throws(CartError) {
            try stage.run([
                .events([first]), .failure(CartError(.permissionDenied, "no longer")),
            ])
            Issue.record("it went on")
        } catch {
            #expect(error.code == .permissionDenied)
        }
        #expect(!Self.screen(stage).isAlternate)
        #expect(stage.deeds == ["enter", "leave"])
    }
}

/// A process that does what a test says whenever the view waits.
private final class ScriptedStage: LiveStage, Output, Sendable {
    enum Step: Sendable {
        case events([WatchCart.Event])
        case wakeup(Wakeup)
        case resize(columns: Int, rows: Int)
        case failure(CartError)
        /// Looks at the screen; the view is not woken.
        case check(@Sendable (TestScreen) -> Void)
    }

    let screen: Mutex<TestScreen>
    /// The times that were waited for.
    let waits = Mutex<[Duration?]>([])
    private let noted = Mutex<[String]>([])
    private let script = Mutex<[Step]>([])
    private let source = ScriptedEvents()

    init(columns: Int, rows: Int) {
        screen = Mutex(TestScreen(columns: columns, rows: rows))
    }

    /// What the view has had the process do.
    var deeds: [String] { noted.withLock { $0 } }

    /// Watches a cart; the connection has all the time it needs.
    @discardableResult
    func run(_ steps: [Step]) throws(CartError) -> (any Report)? {
        script.withLock { $0 = steps.reversed() }
        let session = Session(
            table: .cartctl,
            environment: [:],
            terminal: terminal,
            output: self,
            isJSON: false,
            options: ServiceOptions(timeout: .seconds(3600)),
            connect: { [source] _ throws(CartError) in StubService(events: source) }
        )
        return try LiveView.run(WatchCart(), WatchedCart(), in: session, on: self)
    }

    var terminal: Terminal {
        let (columns, rows) = screen.withLock { ($0.columns, $0.rows) }
        return Terminal(isTerminal: true, columns: columns, rows: rows)
    }

    func enter() { note("enter") }
    func leave() { note("leave") }
    func suspend() { note("suspend") }
    func die(of signal: Int32) { note("die \(signal)") }
    private func note(_ deed: String) { noted.withLock { $0.append(deed) } }

    func wait(for descriptor: Int32, timeout: Duration?) -> Wakeup {
        waits.withLock { $0.append(timeout) }
        while let step = script.withLock({ $0.popLast() }) {
            switch step {
            case .check(let look): look(screen.withLock { $0 })
            case .wakeup(let wakeup): return wakeup
            case .events(let events):
                source.state.withLock { $0.events += events }
                return .events
            case .failure(let error):
                source.state.withLock { $0.error = error }
                return .events
            case .resize(let columns, let rows):
                screen.withLock { $0.resize(columns: columns, rows: rows) }
                return .resized
            }
        }
        Issue.record("it waits for ever")
        return .outputClosed
    }

    func write(_ text: String) throws(OutputError) {
        screen.withLock { $0.feed(text) }
    }

    func complain(_ text: String) { Issue.record("\(text)") }
}

/// Events that come when the test says so.
final class ScriptedEvents: EventSource, Sendable {
    let state = Mutex<(events: [WatchCart.Event], error: CartError?)>(([], nil))

    func next(timeout: Duration?) throws(CartError) -> WatchCart.Event? {
        let (event, error) = state.withLock { state -> (WatchCart.Event?, CartError?) in
            guard state.events.isEmpty else { return (state.events.removeFirst(), nil) }
            return (nil, state.error.take())
        }
        if let error { throw error }
        return event
    }

    var isOver: Bool { false }
    var descriptor: Int32 { -1 }
}
