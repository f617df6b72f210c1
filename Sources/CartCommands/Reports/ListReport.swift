package import CartJSON
import CartLayout
import CartModel
package import CartProtocol

/// A list with all its sections.
package struct ListReport: Report {
    /// The frames.
    package let answer: LayOutList.Answer
    /// What was asked.
    package let call: LayOutList

    /// Reports a list.
    package init(answer: LayOutList.Answer, call: LayOutList) {
        self.answer = answer
        self.call = call
    }

    /// `{"size","sections":[{"index","title","header","rows":[{"index","product","frame","icon","title"}]}],
    /// "sectionIndex":[{"title","section","frame"}]}`.
    ///
    /// `header` is null where there is none. Only where it is so: `isEmpty` of a section without rows, `text` of a title
    /// that does not fit, `isMark` of an index entry that stands for titles that did not fit, and `stickyHeader` where
    /// `--offset` was given.
    package var json: JSON {
        let object: JSON = [
            "size": answer.size.json,
            "sections": .array(answer.sections.map(Self.json(of:))),
            "sectionIndex": .array(
                answer.sectionIndex.map { entry in
                    let members: JSON = [
                        "title": .string(entry.title), "section": .integer(entry.section), "frame": entry.frame.json,
                    ]
                    return entry.isMark == true ? members.adding(["isMark": true]) : members
                }
            ),
        ]
        guard call.offset != nil, let header = answer.stickyHeader else {
            return object
        }
        return object.adding([
            "stickyHeader": [
                "section": .integer(header.section), "title": .string(header.title), "frame": header.frame.json,
            ]
        ])
    }

    private static func json(of section: LayOutList.Section) -> JSON {
        let rows = section.rows.map { row -> JSON in
            let members: JSON = [
                "index": .integer(row.index), "product": JSON(row.product), "frame": row.frame.json,
                "icon": row.icon.json, "title": row.title.json,
            ]
            return members.adding(shortened: row.text)
        }
        let members: JSON = [
            "index": .integer(section.index), "title": .string(section.title),
            "header": section.header?.json ?? .null, "rows": .array(rows),
        ]
        return section.isEmpty == true ? members.adding(["isEmpty": true]) : members
    }

    /// A head, the drawing and a table of the frames.
    package func write(to page: inout Page) {
        let rows = answer.sections.reduce(0) { $0 + $1.rows.count }
        page.line(
            "List of catalog \(call.catalog.visible) · content \(answer.size.width.points) x \(answer.size.height.points) points · "
                + "\(counted(rows, "row")) in \(counted(answer.sections.count, "section"))"
        )
        guard !answer.sections.isEmpty else {
            page.hint(call.visible == nil ? "There is no product in it." : "Nothing of it is visible there.")
            return
        }
        page.line()
        writeDrawing(to: &page)
        page.table(table)
        writeRest(to: &page)
    }

    private func writeDrawing(to page: inout Page) {
        let indent = 2
        let drawing = ListDrawing(
            answer,
            direction: call.direction ?? .leftToRight,
            columns: page.terminal.width - indent
        )
        drawing.canvas.write(to: &page, indent: indent)
        if drawing.rest > 0 {
            page.hint(String(repeating: " ", count: indent) + "and \(counted(drawing.rest, "row")) more below")
        }
        page.line()
    }

    private var table: TextTable {
        var table = TextTable(columns: [
            .init(title: "Row", alignment: .trailing), .init(title: "Product"), .init(title: "Frame"),
            .init(title: "Icon in row"), .init(title: "Title in row"),
        ])
        for section in answer.sections {
            let title = section.title.isEmpty ? "(no title)" : section.title
            let header = section.header.map { " · header \($0.words)" } ?? ""
            let emptiness = section.isEmpty == true ? " · no rows" : ""
            table.sections.append(
                .init(title: "Section \(section.index): \(title)\(header)\(emptiness)", row: table.rows.count)
            )
            table.rows += section.rows.map { row in
                [
                    "\(row.index)", .init(row.product.id), .init(row.frame.words), .init(row.icon.words),
                    .init(row.title.words + (row.text.map { ", shows \($0)" } ?? "")),
                ]
            }
        }
        return table
    }

    private func writeRest(to page: inout Page) {
        if let frame = answer.sectionIndexFrame, !answer.sectionIndex.isEmpty {
            page.line()
            let titles = answer.sectionIndex.map(\.title.visible)
            page.paragraph(["Section index \(frame.words):"] + titles, indent: 2, first: 0)
        }
        if call.offset != nil, let header = answer.stickyHeader {
            page.line()
            page.line("At the top of the screen: header \(header.title.visible), \(header.frame.words)")
        }
    }
}
