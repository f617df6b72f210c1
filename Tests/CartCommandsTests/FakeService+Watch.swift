import CartCommands
import CartModel
import CartProtocol
import Synchronization

extension FakeService {
    /// Has every stream tell these events from now on.
    func tell(_ events: any StreamEvent...) {
        state.withLock { $0.events = events }
    }

    func watch<Stream: StreamMethod>(_ method: Stream) throws(CartError) -> any EventSource<Stream.Event> {
        let (refusal, events) = state.withLock { state in
            state.calls.append(method)
            return (state.refusal, state.events.compactMap { $0 as? Stream.Event })
        }
        return FakeEvents(events, refusal: refusal)
    }
}

/// Events that are all there; then the stream ends, with an error where there is one.
final class FakeEvents<Event: StreamEvent>: EventSource, Sendable {
    private let state: Mutex<(events: [Event], refusal: CartError?)>

    init(_ events: [Event], refusal: CartError? = nil) {
        state = Mutex((events.reversed(), refusal))
    }

    func next(timeout: Duration?) throws(CartError) -> Event? {
        let (event, error) = state.withLock { state -> (Event?, CartError?) in
            guard state.events.isEmpty else { return (state.events.removeLast(), nil) }
            return (nil, state.refusal.take())
        }
        if let error { throw error }
        return event
    }

    var isOver: Bool { state.withLock { $0.events.isEmpty && $0.refusal == nil } }
    var descriptor: Int32 { -1 }
}
