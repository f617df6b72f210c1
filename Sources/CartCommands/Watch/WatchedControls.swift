import CartModel
package import CartProtocol

/// One control or all of them, watched.
package struct WatchedControls: WatchedState {
    /// `control.watch`.
    package typealias Stream = WatchControls

    /// The newest events, which are the last lines, stay.
    package static let cut = Frame.Cut.middle(afterLines: 1)
    /// How many of the events that were sent stay on the screen.
    private static let remembered = 10

    private var list = WatchedList<ControlView>()
    /// The newest of the events that were sent, the last one at the end.
    private var sent: [String] = []

    /// Knows nothing yet.
    package init() {}

    /// Tells `{"sequence","kind","controls":[...]}`, a control as ``ControlReport`` does; with `removed` its `"name"`; with `sent`
    /// `"name"`, `"events"` and `"state"`, both UIKit's bits.
    package mutating func take(_ event: WatchControls.Event) -> WatchNews? {
        if let controls = event.controls {
            guard event.kind != .snapshot else {
                return list.take(page: controls, sequence: event.sequence, more: event.more == true).map {
                    WatchNews($0, .snapshot, Self.json(of: list.elements))
                }
            }
            for control in controls { list.put(control) }
            return WatchNews(event.sequence, event.kind, Self.json(of: controls))
        }
        guard let name = event.name else {
            list.dropPages()
            return WatchNews(event.sequence, event.kind)
        }
        return event.kind == .removed ? remove(name, event) : note(name, event)
    }

    private mutating func remove(_ name: String, _ event: WatchControls.Event) -> WatchNews {
        list.remove(named: name)
        var news = WatchNews(event.sequence, event.kind, ["name": .string(name)])
        news.headline = ("Removed control \(name.visible)", nil)
        return news
    }

    private mutating func note(_ name: String, _ event: WatchControls.Event) -> WatchNews {
        let bits: JSON = [
            "events": event.events.map { .integer(Int64($0.rawValue)) } ?? .null,
            "state": event.state.map { .integer(Int64($0.rawValue)) } ?? .null,
        ]
        let head: JSON = ["name": .string(name)]
        var news = WatchNews(event.sequence, event.kind, head.adding(bits))
        let events = event.events.map { " \($0.text)" } ?? ""
        let state = event.state.map { " · \($0.text)" } ?? ""
        let line = "\(event.sequence)  \(name.visible) \(event.kind.rawValue.visible)\(events)\(state)"
        news.headline = (line, nil)
        sent = sent.suffix(Self.remembered - 1) + [line]
        return news
    }

    private static func json(of controls: [ControlView]) -> JSON { ["controls": .array(controls.map(\.json))] }

    /// As `control list` does, and the newest events below.
    package func write(to page: inout Page) {
        writeList(to: &page)
        guard !sent.isEmpty else { return }
        page.line()
        for line in sent { page.line(line) }
    }

    /// What was sent on a line of its own, and the list where it is another one.
    package func write(_ news: WatchNews, to page: inout Page) {
        if let headline = news.headline {
            page.line(headline.paint.map { page.painted(headline.text, $0) } ?? headline.text)
        }
        if news.changesState { writeList(to: &page) }
    }

    private func writeList(to page: inout Page) {
        ControlListReport(controls: list.elements, sequence: 0).write(to: &page)
    }
}
