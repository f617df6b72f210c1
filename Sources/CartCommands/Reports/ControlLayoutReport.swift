package import CartJSON
import CartLayout
import CartModel
package import CartProtocol

/// Where the parts of a control are, and what they show.
package struct ControlLayoutReport: Report {
    /// The frames.
    package let answer: LayOutControl.Answer
    /// What was asked.
    package let call: LayOutControl

    /// Reports a control.
    package init(answer: LayOutControl.Answer, call: LayOutControl) {
        self.answer = answer
        self.call = call
    }

    /// `{"content","image","title","appearance":{"title","color","image"},"state"}`.
    ///
    /// What there is none of is null; `state` is UIKit's bits. `text` comes only with a title that does not fit.
    package var json: JSON {
        let appearance = answer.appearance
        let members: JSON = [
            "content": answer.content.json,
            "image": answer.image?.json ?? .null,
            "title": answer.title?.json ?? .null,
            "appearance": [
                "title": .string(orNull: appearance.title), "color": .string(orNull: appearance.color),
                "image": .string(orNull: appearance.image),
            ],
            "state": .integer(Int64(answer.state.rawValue)),
        ]
        return members.adding(shortened: answer.text)
    }

    /// A head, the drawing and a table of the frames.
    package func write(to page: inout Page) {
        var parts = [
            call.control.map { "Control \(page.painted($0.visible, .bold))" } ?? "Control",
            "\(answer.bounds.width.points) x \(answer.bounds.height.points) points",
            answer.state.text,
        ]
        parts += answer.version.map { ["version \($0)"] } ?? []
        page.line(parts.joined(separator: " · "))
        page.line()
        let indent = 2
        if let canvas = ControlDrawing(answer, columns: page.terminal.width - indent).canvas {
            canvas.write(to: &page, indent: indent)
            page.line()
        }
        page.table(table)
    }

    private var table: TextTable {
        let appearance = answer.appearance
        var table = TextTable(columns: [.init(title: "Part"), .init(title: "Frame"), .init(title: "Shows")])
        table.rows = [
            ["control", .init(answer.bounds.words)],
            ["content", .init(answer.content.words)],
        ]
        if let image = answer.image {
            table.rows.append(["image", .init(image.words), .init(appearance.image ?? "")])
        }
        if let title = answer.title {
            let text = answer.text ?? appearance.title ?? ""
            let color = appearance.color.map { ", in \($0)" } ?? ""
            table.rows.append(["title", .init(title.words), .init(text + color)])
        }
        return table
    }
}
