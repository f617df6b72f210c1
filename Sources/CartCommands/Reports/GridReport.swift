package import CartJSON
import CartLayout
import CartModel
package import CartProtocol

/// A grid with all its tiles.
package struct GridReport: Report {
    /// The frames.
    package let answer: LayOutGrid.Answer
    /// What was asked.
    package let call: LayOutGrid

    /// Reports a grid.
    package init(answer: LayOutGrid.Answer, call: LayOutGrid) {
        self.answer = answer
        self.call = call
    }

    /// `{"size","overflows","canAdd","canRemove","items":[{"index","product","frame","icon","title"}]}`; the two buttons only for a
    /// cart, and `text` only for a title that does not fit.
    package var json: JSON {
        var object: JSON = [
            "size": answer.size.json,
            "overflows": .boolean(answer.overflows),
        ]
        if let canAdd = answer.canAdd {
            object = object.adding(["canAdd": .boolean(canAdd)])
        }
        if let canRemove = answer.canRemove {
            object = object.adding(["canRemove": .boolean(canRemove)])
        }
        let items = answer.items.map { item -> JSON in
            let members: JSON = [
                "index": .integer(item.index),
                "product": JSON(item.product),
                "frame": item.frame.json,
                "icon": item.icon.json,
                "title": item.title.json,
            ]
            return members.adding(shortened: item.text)
        }
        return object.adding(["items": .array(items)])
    }

    /// A head, the drawing and a table of the frames.
    package func write(to page: inout Page) {
        page.line(head(on: page))
        guard !answer.items.isEmpty else {
            page.hint(emptiness)
            return
        }
        page.line()
        writeDrawing(to: &page)
        page.table(table)
    }

    private func head(on page: Page) -> String {
        var parts = ["Grid of \(subject)", "content \(answer.size.width.points) x \(answer.size.height.points) points"]
        if let canAdd = answer.canAdd, let canRemove = answer.canRemove {
            parts.append("add \(page.button(canAdd)), remove \(page.button(canRemove))")
        }
        if answer.overflows {
            parts.append(page.painted("overflows its container", .yellow))
        }
        return parts.joined(separator: " · ")
    }

    private var subject: String {
        guard let catalog = call.catalog else {
            return "cart \((call.cart ?? Cart.defaultName).visible)"
        }
        return "catalog \(catalog.visible)" + (call.group.map { ", group \($0.visible)" } ?? "")
    }

    private var emptiness: String {
        if call.visible != nil {
            return "No tile is visible there."
        }
        if call.catalog != nil {
            return "There is no product in it."
        }
        return
            "The cart is empty: `\(CartReport.command("add", cart: call.cart ?? Cart.defaultName))` puts the first product in."
    }

    /// Draws the tiles, where they can be drawn.
    func writeDrawing(to page: inout Page, indent: Int = 2) {
        let drawing = TileDrawing(answer, columns: page.terminal.width - indent)
        guard let canvas = drawing.canvas else { return }
        canvas.write(to: &page, indent: indent)
        if drawing.rest > 0 {
            page.hint(String(repeating: " ", count: indent) + "and \(counted(drawing.rest, "tile")) more below")
        }
        page.line()
    }

    var table: TextTable {
        var table = TextTable(columns: [
            .init(title: "Index", alignment: .trailing), .init(title: "Product"), .init(title: "Frame"),
            .init(title: "Icon in tile"), .init(title: "Title in tile"),
        ])
        table.rows = answer.items.map { item in
            [
                "\(item.index)", .init(item.product.id), .init(item.frame.words), .init(item.icon.words),
                .init(item.title.words + (item.text.map { ", shows \($0)" } ?? "")),
            ]
        }
        return table
    }
}

extension Page {
    /// The state of one of the screen's buttons.
    func button(_ isEnabled: Bool) -> String {
        isEnabled ? painted("on", .green) : painted("off", .dim)
    }
}

extension Rect {
    /// `{"x","y","width","height"}`.
    var json: JSON {
        ["x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height)]
    }

    /// `80x100 at 100,0`.
    var words: String {
        "\(width.points)x\(height.points) at \(x.points),\(y.points)"
    }
}

extension Size {
    /// `{"width","height"}`.
    var json: JSON { ["width": .number(width), "height": .number(height)] }
}

extension JSON {
    /// The object, with `text` for what is shown of a title that does not fit.
    func adding(shortened text: String?) -> JSON {
        text.map { adding(["text": .string($0)]) } ?? self
    }
}

extension Double {
    /// A length for a person: in hundredths of a point, without needless zeros.
    var points: String {
        let rounded = (self * 100).rounded() / 100
        if rounded.magnitude < 1e15, let whole = Int64(exactly: rounded) {
            return String(whole)
        }
        return (rounded.isFinite ? rounded : self).description
    }
}
