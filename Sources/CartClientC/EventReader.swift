import CCartClient
import CartClient
import Synchronization

/// What a handle of a watch stands for: a stream, and the callback that its events go to.
final class EventReader {
    /// Takes the next event as a block of memory; nil where there is none.
    private let take: (Duration?) throws(CartError) -> UnsafeMutablePointer<cartclient_event_t>?
    private let queue: any Endable
    private let callback: cartclient_event_callback_t?
    private let context: UnsafeMutableRawPointer?
    /// Why the stream has ended, which the stream itself says only once.
    private let end = Mutex<CartError?>(nil)

    /// So many events a dispatch gives out, so that a loop gets to its other work.
    private static let dispatchLimit = 256

    /// Reads a stream.
    init<Stream: StreamMethod>(
        _ queue: EventQueue<Stream>,
        callback: cartclient_event_callback_t?,
        context: UnsafeMutableRawPointer?
    ) where Stream.Event: EventForC {
        self.queue = queue
        self.callback = callback
        self.context = context
        take = { timeout throws(CartError) in
            guard let event = try queue.next(timeout: timeout) else { return nil }
            return try Block.make { $0.event(event) }
        }
    }

    /// Waits for an event, which the caller frees.
    ///
    /// - Parameter timeout: How long; nil is for ever.
    /// - Returns: The event; nil where none came in time.
    /// - Throws: Why the stream is over, every time.
    func next(timeout: Duration?) throws(CartError) -> UnsafeMutablePointer<cartclient_event_t>? {
        do throws(CartError) {
            if let event = try take(timeout) { return event }
        } catch {
            // Only what the stream ended with stays.
            if queue.isOver { end.withLock { $0 = $0 ?? error } }
            throw error
        }
        guard queue.isOver else { return nil }
        throw end.withLock { $0 } ?? .ended
    }

    /// Gives what is there to the callback.
    ///
    /// - Returns: How many events.
    /// - Throws: `invalidArgument` without a callback; why the stream is over, once all its events are given out.
    func dispatch() throws(CartError) -> Int32 {
        guard let callback else {
            throw .invalidArgument("the watch was made without a callback", name: "callback")
        }
        var count: Int32 = 0
        while count < Self.dispatchLimit {
            let event: UnsafeMutablePointer<cartclient_event_t>?
            do throws(CartError) {
                event = try next(timeout: .zero)
            } catch {
                // What is over is still over the next time; anything else has to be told now.
                guard count > 0, queue.isOver else { throw error }
                return count
            }
            guard let event else { return count }
            callback(event, context)
            cartclient_free(event)
            count += 1
        }
        return count
    }

    /// Has interruptions told from now on.
    func tellInterruptions() throws(CartError) { try queue.tellInterruptions() }

    /// Ends the stream.
    func cancel() { queue.cancel() }

    /// A descriptor that is readable while there is something to dispatch.
    var descriptor: Int32 {
        get throws(CartError) { try queue.descriptor }
    }
}

/// What a queue can do whatever its events are.
private protocol Endable: AnyObject {
    var isOver: Bool { get }
    var descriptor: Int32 { get throws(CartError) }
    func tellInterruptions() throws(CartError)
    func cancel()
}

extension EventQueue: Endable {}
