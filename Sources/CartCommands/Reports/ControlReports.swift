package import CartJSON
import CartLayout
import CartModel
package import CartProtocol

/// A control, after a command has shown or changed it.
package struct ControlReport: Report {
    /// The control.
    package let control: ControlView
    /// What was done with it: `Set`, `Selected`; nil where nothing was.
    package let done: String?

    /// Reports a control.
    package init(_ answer: ControlAnswer, done: String? = nil) {
        control = answer.control
        self.done = done
    }

    /// `{"control":{"name","version","state","spacing","horizontal","vertical","values":[{"state","title","color","image"}]}}`;
    /// states are UIKit's bits.
    package var json: JSON { ["control": JSON(control)] }

    /// The control's head and what was set for each of its states.
    package func write(to page: inout Page) {
        if let done {
            page.line(page.painted("\(done) \(control.name.visible)", .green))
        }
        page.line(
            "Control \(page.painted(control.name.visible, .bold)) · \(control.state.text) · version \(control.version) · "
                + "horizontal \(control.horizontal.rawValue), vertical \(control.vertical.rawValue), spacing "
                + control.spacing.points
        )
        guard !control.values.isEmpty else { return }
        page.line()
        var table = TextTable(columns: [
            .init(title: "State"), .init(title: "Title"), .init(title: "Colour"), .init(title: "Image"),
        ])
        table.rows = control.values.map { values in
            [
                .init(values.state.text, values.state == control.state ? .bold : nil), Self.cell(values.title),
                Self.cell(values.color), Self.cell(values.image),
            ]
        }
        page.table(table)
    }

    private static func cell(_ text: String?) -> TextTable.Cell {
        guard let text else {
            return .init("-", .dim)
        }
        return text.isEmpty ? .init("(none)", .dim) : .init(text)
    }
}

/// All controls.
package struct ControlListReport: Report {
    /// By name.
    package let controls: [ControlView]
    /// The newest event that they have seen.
    package let sequence: Int64

    /// `{"controls":[...],"sequence"}`, a control as in ``ControlReport``.
    package var json: JSON {
        ["controls": .array(controls.map { JSON($0) }), "sequence": .integer(sequence)]
    }

    /// A table.
    package func write(to page: inout Page) {
        guard !controls.isEmpty else {
            page.hint("There is no control yet: `cartctl control set NAME --title T` makes the first.")
            return
        }
        var table = TextTable(columns: [
            .init(title: "Control"), .init(title: "Version", alignment: .trailing), .init(title: "State"),
            .init(title: "Title"), .init(title: "Image"),
        ])
        table.rows = controls.map { control in
            let shown = control.shown
            return [
                .init(control.name, .bold), "\(control.version)", .init(control.state.text),
                .init(shown.title ?? "-"), .init(shown.image ?? "-"),
            ]
        }
        page.table(table)
    }
}

extension ControlView {
    /// What is shown in its state: what was set for exactly that, else for normal.
    fileprivate var shown: (title: String?, image: String?) {
        let own = values.first { $0.state == state }
        let normal = values.first { $0.state == .normal }
        return (own?.title ?? normal?.title, own?.image ?? normal?.image)
    }
}
