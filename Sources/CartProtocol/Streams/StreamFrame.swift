/// One event on its way: `{"id", "event"}`.
package struct StreamFrame<Event: Codable & Sendable>: Codable, Sendable {
    /// The request's that opened the stream.
    package var id: UInt64
    /// The event.
    package var event: Event

    /// Creates a frame.
    package init(id: UInt64, event: Event) {
        self.id = id
        self.event = event
    }
}
