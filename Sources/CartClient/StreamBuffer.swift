import CartModel
import CartProtocol
import Synchronization
import UnixSockets

/// One stream between the connection that brings its events and the reader who takes them.
///
/// It holds a bounded number of events. Where the reader falls behind, the stream is ended, and begun again when the reader has
/// caught up: the daemon then goes on where it was left as long as it remembers what came next, and says `resync` where not.
/// So no event that was taken in is lost, and a slow reader costs no more than what is here.
final class StreamBuffer: Sendable {
    /// Who is woken by an event.
    enum Waiter: Sendable {
        case thread(Doorbell)
        case task(UnsafeContinuation<Void, Never>)

        func wake() {
            switch self {
            case .thread(let bell): bell.ring()
            case .task(let continuation): continuation.resume()
            }
        }
    }

    /// What a reader finds.
    enum Next: Sendable {
        case event(any StreamEvent)
        /// Nothing for now.
        case nothing
        /// The stream is over, with an error or because its reader ended it.
        case over(CartError?)
    }

    /// What a message was to the stream.
    enum Reception {
        /// More may follow.
        case goesOn
        /// There is no room; the stream is to be ended on the wire.
        case isFull
        /// It was the last one.
        case ended
    }

    private let method: any StreamMethod
    private let name: String
    private let multiplexer: Multiplexer
    private let state: Mutex<State>

    /// Prepares a stream; ``begin()`` begins it.
    ///
    /// - Parameters:
    ///   - method: What is asked for.
    ///   - tellsInterruptions: Whether the reader is told when there is no connection.
    init<Stream: StreamMethod>(_ method: Stream, over multiplexer: Multiplexer, tellsInterruptions: Bool) {
        self.method = method
        name = Stream.name
        self.multiplexer = multiplexer
        let position = StreamPosition(first: method.from)
        state = Mutex(State(position: position, tellsInterruptions: tellsInterruptions))
    }

    /// Begins the stream, or goes on with it where its reader has caught up.
    func begin() throws(CartError) {
        let id = try multiplexer.begin(self)
        let isOver = state.withLock { state in
            state.id = id
            return state.isOver
        }
        if isOver { multiplexer.end(stream: id) }
    }

    // MARK: The connection's side

    /// Appends the request that begins the stream, or goes on with it, as a frame.
    ///
    /// - Throws: `frameTooLarge`.
    func write(id: UInt64, with writer: FrameWriter, into output: inout [UInt8]) throws(CartError) {
        func write<Stream: StreamMethod>(_ method: Stream) throws(CartError) {
            var method = method
            method.from = state.withLock { $0.position.from }
            try writer.append(OutgoingRequest(id: id, params: method), to: &output)
        }
        try write(method)
    }

    /// Decodes a message and keeps what it tells for the reader.
    ///
    /// - Throws: `malformed`.
    func read(_ payload: UnsafeRawBufferPointer) throws(CartError) -> Reception {
        func event<Stream: StreamMethod>(of method: Stream) -> any StreamEvent.Type { Stream.Event.self }
        switch try IncomingFrame(payload, method: name, event: event(of: method)).content {
        case .event(let event?):
            let (reception, waiter) = state.withLock { $0.add(event, size: payload.count) }
            waiter?.wake()
            return reception
        case .event(nil), .result:
            end(with: nil)
            return .ended
        case .error(let error):
            end(with: error)
            return .ended
        }
    }

    /// Has the stream begin anew with a snapshot, and its reader told so by `resync`.
    func forgetPosition() { state.withLock { $0.position.forget() } }

    /// Tells the reader that there is no connection, where that is asked for.
    func interrupt() {
        func event<Stream: StreamMethod>(_ method: Stream, _ sequence: Int64) -> any StreamEvent {
            Stream.Event(sequence: sequence, kind: .interrupted)
        }
        state.withLock { state in state.interrupt { event(method, $0) } }?.wake()
    }

    /// Ends the stream for its reader.
    func fail(with error: CartError) { end(with: error) }

    private func end(with error: CartError?) {
        let waiters = state.withLock { state in
            if !state.isOver {
                state.isOver = true
                state.error = error
                state.alarm?.raise()
            }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.wake() }
    }

    // MARK: The reader's side

    /// Takes the next event, the error that ended the stream once after the last of them.
    ///
    /// - Throws: Where this process is a child of the client's.
    func next() throws(CartError) -> Next {
        try multiplexer.requireOwner()
        let (next, isBehind) = state.withLock { state in
            let next = state.takeNext()
            let isBehind = state.isBehind && state.isEmpty && !state.isOver
            if isBehind { state.isBehind = false }
            return (next, isBehind)
        }
        if isBehind {
            do {
                try begin()
            } catch {
                // The event that was taken comes first.
                end(with: error)
            }
        }
        return next
    }

    /// Has the reader told when there is no connection, from now on.
    func tellInterruptions() throws(CartError) {
        try multiplexer.requireOwner()
        state.withLock { $0.tellsInterruptions = true }
    }

    /// Has the next event, or the end, wake somebody, at once where it is there.
    func wake(_ waiter: Waiter) {
        let isReady = state.withLock { state in
            let isReady = state.isOver || !state.isEmpty
            if !isReady { state.waiters.append(waiter) }
            return isReady
        }
        if isReady { waiter.wake() }
    }

    /// Has nothing wake a thread that waits no more.
    func forget(_ bell: Doorbell) {
        state.withLock { state in
            state.waiters.removeAll { waiter in
                guard case .thread(let other) = waiter else { return false }
                return other === bell
            }
        }
    }

    /// Whether the reader will find nothing more.
    var isOver: Bool { multiplexer.isInherited || state.withLock { $0.isOver && $0.isEmpty && $0.error == nil } }

    /// Ends the stream, here and on the wire; what was not read is thrown away.
    func cancel() {
        guard !multiplexer.isInherited else { return }
        let id = state.withLock { state in
            state.events = []
            state.taken = 0
            state.size = 0
            return state.id
        }
        end(with: nil)
        if let id { multiplexer.end(stream: id) }
    }

    /// A descriptor that is readable while there is something to read, or the stream is over; valid as long as this is.
    ///
    /// - Throws: `EMFILE` and what else eventfd(2) may fail with.
    func descriptor() throws(CartError) -> Int32 {
        try multiplexer.requireOwner()
        return try state.withLock { state in
            Result { () throws(CartError) in
                if let alarm = state.alarm { return alarm.descriptor.rawValue }
                do {
                    let alarm = try Alarm()
                    if state.isOver || !state.isEmpty { alarm.raise() }
                    state.alarm = alarm
                    return alarm.descriptor.rawValue
                } catch {
                    throw CartError(.connectionLost, "the events cannot be waited for: \(error)")
                }
            }
        }.get()
    }
}
