import UnixSockets

/// The events of one stream, to be taken one by one: by a thread that waits, by a task, or by a program with an event loop of its
/// own.
///
/// It keeps a bounded number of events for a reader that is slow, and the daemon some more; a reader that is slower still finds
/// `resync` and a new snapshot. What a restart of the daemon interrupts goes on by itself where it stopped, and no change is told
/// twice; only who asks for `interruptions` is told that there was one. The stream ends when the queue is let go of.
public final class EventQueue<Stream: StreamMethod>: Sendable {
    private let client: CartClient
    private let buffer: StreamBuffer

    /// Begins a stream.
    init(_ method: Stream, client: CartClient, tellsInterruptions: Bool) throws(CartError) {
        self.client = client
        buffer = StreamBuffer(method, over: client.multiplexer, tellsInterruptions: tellsInterruptions)
        try buffer.begin()
    }

    deinit { buffer.cancel() }

    /// Waits for the next event on the calling thread.
    ///
    /// - Parameter timeout: How long to wait; zero only looks, nil waits for ever.
    /// - Returns: The event; nil where none came in time, or the stream is over: ``isOver`` says which.
    /// - Throws: Once, why the stream ended; such as `unknownCart`, `permissionDenied`, `malformed`.
    public func next(timeout: Duration? = nil) throws(CartError) -> Stream.Event? {
        let deadline = timeout.map { Deadline.after($0) } ?? .never
        var bell: Doorbell?
        while true {
            switch try buffer.next() {
            case .event(let event): return try typed(event)
            case .over(let error?): throw error
            case .over(nil): return nil
            case .nothing:
                guard !deadline.hasPassed else { return nil }
                let ringing = bell ?? Doorbell()
                bell = ringing
                buffer.wake(.thread(ringing))
                // Who has given up must not be woken in the place of the next one.
                if !ringing.wait(until: deadline) { buffer.forget(ringing) }
            }
        }
    }

    /// Waits for the next event while the task is suspended; where the task is cancelled, the stream ends.
    ///
    /// - Returns: The event; nil where the stream is over.
    /// - Throws: Once, why the stream ended; such as `unknownCart`, `permissionDenied`, `malformed`.
    public func next() async throws(CartError) -> Stream.Event? {
        while true {
            if Task.isCancelled { buffer.cancel() }
            switch try buffer.next() {
            case .event(let event): return try typed(event)
            case .over(let error?): throw error
            case .over(nil): return nil
            case .nothing:
                await withTaskCancellationHandler {
                    await withUnsafeContinuation { buffer.wake(.task($0)) }
                } onCancel: {
                    buffer.cancel()
                }
            }
        }
    }

    /// Has ``CartProtocol/StreamEventKind/interrupted`` told from now on, as ``CartClient/subscribe(to:interruptions:)`` can from
    /// the beginning.
    package func tellInterruptions() throws(CartError) { try buffer.tellInterruptions() }

    /// Whether nothing will come any more.
    public var isOver: Bool { buffer.isOver }

    /// Ends the stream; what was not taken is thrown away.
    public func cancel() { buffer.cancel() }

    /// A descriptor for poll(2) that is readable while an event waits, or the stream is over; it is the queue's, and not to be read.
    ///
    /// - Throws: `connectionLost` where the process has no descriptor left.
    public var descriptor: Int32 {
        get throws(CartError) { try buffer.descriptor() }
    }

    private func typed(_ event: any StreamEvent) throws(CartError) -> Stream.Event {
        guard let event = event as? Stream.Event else {
            throw .malformedReply("to \(Stream.name) is an event of another type")
        }
        return event
    }
}

extension CartClient {
    /// Begins a stream, to be read by a thread or with an event loop; see ``watch(_:)`` for tasks.
    ///
    /// - Parameters:
    ///   - method: What is to be watched; where its `from` is set, only what came after it.
    ///   - interruptions: Whether ``CartProtocol/StreamEventKind/interrupted`` is told too, as a display needs it that says
    ///     when it may be out of date.
    /// - Throws: `connectionLost` where the process can make no thread, or has no descriptor left. Whatever the daemon has against
    ///   it, the first event is.
    public func subscribe<Stream: StreamMethod>(
        to method: Stream,
        interruptions: Bool = false
    ) throws(CartError) -> EventQueue<Stream> {
        try EventQueue(method, client: self, tellsInterruptions: interruptions)
    }
}
