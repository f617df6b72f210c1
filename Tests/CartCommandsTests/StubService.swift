import CartCommands
import CartLayout
import CartModel
import CartProtocol

/// A daemon that answers what it was told to, whatever it is asked: one that cannot be trusted.
struct StubService: CartService {
    var grid: LayOutGrid.Answer?
    var list: LayOutList.Answer?
    var control: LayOutControl.Answer?
    var events: ScriptedEvents?
    var cartNames: [String] = []

    var daemon: Hello.Answer {
        Hello.Answer(protocolVersion: 1, software: "x", pid: 1, uid: 0, store: "x", frameLimit: 1)
    }

    func call<M: Method>(_ method: M) throws(CartError) -> M.Answer {
        guard let answer = control as? M.Answer else { throw CartError(.unknownMethod, "no \(M.name)") }
        return answer
    }

    func importCatalog(named name: String, from path: String) throws(CartError) -> CatalogSummaryView {
        throw CartError(.unknownMethod, "no import")
    }

    func catalog(named name: String) throws(CartError) -> CatalogContents {
        throw CartError(.unknownMethod, "no catalog")
    }

    func carts() throws(CartError) -> [ListCarts.CartSummary] {
        cartNames.map { ListCarts.CartSummary(name: $0, catalog: "shop", version: 1, capacity: 6, lines: 0) }
    }

    func layOutGrid(_ method: LayOutGrid) throws(CartError) -> LayOutGrid.Answer {
        guard let grid else { throw CartError(.unknownMethod, "no grid") }
        return grid
    }

    func layOutList(_ method: LayOutList) throws(CartError) -> LayOutList.Answer {
        guard let list else { throw CartError(.unknownMethod, "no list") }
        return list
    }

    func controls() throws(CartError) -> (controls: [ControlView], sequence: Int64) { ([], 0) }

    func controlEvents(_ method: PollControlEvents) throws(CartError) -> PollControlEvents.Answer {
        PollControlEvents.Answer(events: [], sequence: 0, newest: 0)
    }

    func watch<Stream: StreamMethod>(_ method: Stream) throws(CartError) -> any EventSource<Stream.Event> {
        guard let events = events as? any EventSource<Stream.Event> else {
            throw CartError(.unknownMethod, "no \(Stream.name)")
        }
        return events
    }

    /// Runs a command line over it.
    func run(_ words: [String]) -> Run {
        let recorder = Recorder()
        let tool = CommandLineTool(
            environment: [:],
            terminal: Terminal(isTerminal: false),
            output: recorder,
            connect: { _ throws(CartError) in self }
        )
        return recorder.run(tool.run(words))
    }
}
