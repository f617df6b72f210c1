/// The events of a stream as an asynchronous sequence: the state, then every change, for as long as it is iterated.
///
/// ```swift
/// for try await event in client.watch(WatchCart()) {
///     if let cart = event.cart { print(cart.version, cart.lines.count) }
/// }
/// ```
///
/// Each iteration is a stream of its own. It begins with the first `next()` and ends, on the wire too, when the iterator is let go of,
/// when its task is cancelled (the sequence then ends without an error), or with the error that the daemon ends it with.
/// A restart of the daemon is not noticed, unless `interruptions` are asked for; a reader that is too slow finds `resync`, and
/// then a snapshot. See ``EventQueue``.
public struct Watch<Stream: StreamMethod>: AsyncSequence, Sendable {
    /// What the stream tells.
    public typealias Element = Stream.Event
    /// Why a stream ends.
    public typealias Failure = CartError

    let client: CartClient
    let method: Stream
    let interruptions: Bool

    /// Begins at the first call of `next()`.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }

    /// One reading of the stream.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum Progress {
            case before(Watch)
            case under(EventQueue<Stream>)
            case over
        }

        private var progress: Progress

        fileprivate init(_ watch: Watch) { progress = .before(watch) }

        /// Waits for the next event; nil when the task is cancelled.
        public mutating func next() async throws(CartError) -> Stream.Event? {
            try await next(isolation: nil)
        }

        /// Waits for the next event; nil when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(CartError) -> Stream.Event? {
            let queue: EventQueue<Stream>
            switch progress {
            case .before(let watch):
                guard !Task.isCancelled else {
                    progress = .over
                    return nil
                }
                progress = .over
                queue = try watch.client.subscribe(to: watch.method, interruptions: watch.interruptions)
                progress = .under(queue)
            case .under(let running): queue = running
            case .over: return nil
            }
            do throws(CartError) {
                guard let event = try await queue.next() else {
                    progress = .over
                    return nil
                }
                return event
            } catch {
                progress = .over
                throw error
            }
        }
    }
}

extension CartClient {
    /// Watches a cart, catalogs or controls: `client.watch(WatchCart(cart: "table-4"))`.
    ///
    /// - Parameters:
    ///   - method: What is to be watched; where its `from` is set, only what came after it.
    ///   - interruptions: Whether ``CartProtocol/StreamEventKind/interrupted`` is told too, as a display needs it that says
    ///     when it may be out of date.
    public func watch<Stream: StreamMethod>(_ method: Stream, interruptions: Bool = false) -> Watch<Stream> {
        Watch(client: self, method: method, interruptions: interruptions)
    }
}
