package import CartProtocol

/// What is watched, as far as its stream has told it.
package protocol WatchedState: Sendable {
    /// What tells it.
    associatedtype Stream: StreamMethod

    /// Where lines are left out of a text that is too long for a screen.
    static var cut: Frame.Cut { get }

    /// Learns from an event.
    ///
    /// - Returns: What there is to tell; nil where the rest of a snapshot is still to come.
    mutating func take(_ event: Stream.Event) -> WatchNews?

    /// Writes it as it is, for a screen that shows nothing else.
    func write(to page: inout Page)

    /// Writes what an event has changed, as one of many blocks of text.
    func write(_ news: WatchNews, to page: inout Page)
}

extension WatchedState {
    /// Says what happened, and how things are now where that is something else.
    package func write(_ news: WatchNews, to page: inout Page) {
        if let headline = news.headline {
            page.line(headline.paint.map { page.painted(headline.text, $0) } ?? headline.text)
        }
        if news.changesState { write(to: &page) }
    }
}

/// What an event of a stream has told.
package struct WatchNews: Sendable {
    /// The number of the change.
    package let sequence: Int64
    /// The event as one object.
    package let json: JSON
    /// What happened, where that is not seen from the state; made visible.
    package var headline: (text: String, paint: Page.Paint?)?
    /// Whether the state is another one now.
    package var changesState = true

    /// Tells an event: its number, its kind and what comes with it.
    init(_ sequence: Int64, _ kind: StreamEventKind, _ members: JSON = [:]) {
        self.sequence = sequence
        let head: JSON = ["sequence": .integer(sequence), "kind": .string(kind.rawValue)]
        json = head.adding(members)
        switch kind {
        case .snapshot, .changed, .removed: break
        case .resync:
            headline = ("Some changes were missed; this is how things are now:", .yellow)
            changesState = false
        default: changesState = false
        }
    }
}
