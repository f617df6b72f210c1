import CartModel
import CartProtocol

extension StreamBuffer {
    /// How much is kept for a reader that is behind.
    static let countLimit = 1024
    /// In bytes as they came.
    static let sizeLimit = 1 << 20

    /// What the connection and the reader share.
    struct State: Sendable {
        var position: StreamPosition
        /// Whether the reader is told when there is no connection.
        var tellsInterruptions: Bool
        /// Whether it was told so, and nothing has come since.
        var isInterrupted = false
        var events: [(event: any StreamEvent, size: Int)] = []
        /// How many of them the reader has taken.
        var taken = 0
        var size = 0
        /// Whether events were left out, so that the stream has to be begun again.
        var isBehind = false
        var isOver = false
        var error: CartError?
        var waiters: [Waiter] = []
        /// Raised while there is something to read.
        var alarm: Alarm?
        /// The stream's on the wire.
        var id: UInt64?

        var isEmpty: Bool { taken == events.count }
    }
}

extension StreamBuffer.State {
    /// Keeps an event, and says who is to be woken for it.
    mutating func add(
        _ event: any StreamEvent,
        size: Int
    ) -> (StreamBuffer.Reception, StreamBuffer.Waiter?) {
        guard !isOver, !isBehind else { return (.goesOn, nil) }
        let count = events.count - taken
        guard count == 0 || count < StreamBuffer.countLimit && self.size + size <= StreamBuffer.sizeLimit else {
            isBehind = true
            return (.isFull, nil)
        }
        let isNews = position.take(event)
        let endsInterruption = isInterrupted && event.kind == .resumed
        isInterrupted = false
        guard isNews || endsInterruption else { return (.goesOn, nil) }
        return (.goesOn, append(event, size: size))
    }

    /// Keeps the word that there is no connection, once until something comes again, and says who is to be woken for it.
    ///
    /// - Parameter event: Makes the event with the number of the newest one.
    mutating func interrupt(_ event: (Int64) -> any StreamEvent) -> StreamBuffer.Waiter? {
        guard tellsInterruptions, !isInterrupted, !isOver, !isBehind else { return nil }
        isInterrupted = true
        return append(event(position.lastTold), size: 0)
    }

    private mutating func append(_ event: any StreamEvent, size: Int) -> StreamBuffer.Waiter? {
        if isEmpty { alarm?.raise() }
        events.append((event, size))
        self.size += size
        return waiters.isEmpty ? nil : waiters.removeFirst()
    }

    /// Gives the next event out.
    mutating func takeNext() -> StreamBuffer.Next {
        guard !isEmpty else {
            guard isOver else { return .nothing }
            return .over(error.take())
        }
        let next = events[taken]
        taken += 1
        size -= next.size
        if isEmpty {
            events.removeAll(keepingCapacity: true)
            taken = 0
            if !isOver { alarm?.clear() }
        } else if taken >= 256 {
            events.removeFirst(taken)
            taken = 0
        }
        return .event(next.event)
    }
}
