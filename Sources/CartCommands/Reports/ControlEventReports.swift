package import CartJSON
import CartModel
package import CartProtocol

/// An event that was sent.
package struct SentReport: Report {
    /// Its number.
    package let answer: SendControlEvents.Answer
    /// What was asked.
    package let call: SendControlEvents

    /// `{"sequence"}`: the number of the event.
    package var json: JSON { ["sequence": .integer(answer.sequence)] }

    /// One line.
    package func write(to page: inout Page) {
        page.line(
            "\(page.painted("Sent", .green)) \(call.events.text) of \(call.control.visible) · event \(answer.sequence)"
        )
    }
}

/// What has happened to controls.
package struct ControlEventsReport: Report {
    /// The events.
    package let answer: PollControlEvents.Answer
    /// What was asked.
    package let call: PollControlEvents

    /// Reports what has happened.
    package init(answer: PollControlEvents.Answer, call: PollControlEvents) {
        self.answer = answer
        self.call = call
    }

    /// `{"events":[{"sequence","control","kind","events","state","version"}],"sequence","newest"}`, and `"resync":true` where
    /// some are lost.
    ///
    /// Events and states are UIKit's bits; `events` is null for what was not sent.
    package var json: JSON {
        let events = answer.events.map { event -> JSON in
            [
                "sequence": .integer(event.sequence), "control": .string(event.control),
                "kind": .string(event.kind.rawValue),
                "events": event.events.map { .integer(Int64($0.rawValue)) } ?? .null,
                "state": .integer(Int64(event.state.rawValue)), "version": .integer(event.version),
            ]
        }
        let object: JSON = [
            "events": .array(events), "sequence": .integer(answer.sequence), "newest": .integer(answer.newest),
        ]
        return answer.resync == true ? object.adding(["resync": true]) : object
    }

    /// A table, and how to go on.
    package func write(to page: inout Page) {
        if answer.resync == true {
            page.line(
                page.painted("Older events are lost: look at the controls again with `cartctl control list`.", .yellow)
            )
        }
        if !answer.events.isEmpty {
            page.table(table)
            page.line()
        }
        let what = answer.events.isEmpty ? "Nothing has happened. " : ""
        let control = call.control.map { $0.visible.shellQuoted + " " } ?? ""
        page.hint("\(what)What comes next: `cartctl control poll \(control)--after \(answer.sequence)`")
    }

    private var table: TextTable {
        var table = TextTable(columns: [
            .init(title: "Event", alignment: .trailing), .init(title: "Control"), .init(title: "What"),
            .init(title: "State"), .init(title: "Version", alignment: .trailing),
        ])
        table.rows = answer.events.map { event in
            let sent = event.events.map { " \($0.text)" } ?? ""
            return [
                "\(event.sequence)", .init(event.control, .bold), .init(event.kind.rawValue + sent),
                .init(event.state.text), "\(event.version)",
            ]
        }
        return table
    }
}
