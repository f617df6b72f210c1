import CartClient
package import CartModel
package import CartProtocol

/// The events of one stream, one by one: the client library's, or what a test puts in their place.
package protocol EventSource<Event> {
    /// What the stream tells.
    associatedtype Event: StreamEvent

    /// Takes the next event; nil where none came in time, or the stream is over.
    ///
    /// - Throws: Once, why the stream ended.
    func next(timeout: Duration?) throws(CartError) -> Event?

    /// Whether nothing will come any more.
    var isOver: Bool { get }

    /// Readable while an event waits, or the stream is over: poll(2).
    var descriptor: Int32 { get throws(CartError) }
}

extension EventQueue: EventSource {
    /// What the stream tells.
    package typealias Event = Stream.Event
}
