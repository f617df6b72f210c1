import CartLayout
import CartModel
import CartProtocol

/// A list as it is on the screen: rows under the headers of their sections, and what does not scroll over them.
struct ListPicture {
    /// The frames, those of the content relative to the visible part.
    let answer: LayOutList.Answer
    /// What was asked.
    let call: LayOutList
    /// The part of the content that the picture shows.
    let visible: Rect

    /// The call for what a screen shows: what is in the container at the offset, unless another part is asked for.
    static func call(for call: LayOutList) -> (call: LayOutList, visible: Rect) {
        let container = ListParameters().container
        let visible =
            call.visible
            ?? Rect(
                x: 0,
                y: call.offset ?? 0,
                width: call.width ?? container.width,
                height: call.height ?? container.height
            )
        var call = call
        call.visible = visible
        call.relative = true
        return (call, visible)
    }

    /// The picture's size in points.
    var size: Size {
        Size(width: visible.width + 2 * Drawing.margin, height: visible.height + 2 * Drawing.margin)
    }

    /// What the picture shows, in words.
    var title: String { "Catalog \(call.catalog)" }

    private var room: Rect {
        Rect(x: Drawing.margin, y: Drawing.margin, width: visible.width, height: visible.height)
    }

    private var alignment: Typesetter.Alignment { .leading(call.direction ?? .leftToRight) }

    /// Draws it.
    func draw(on drawing: inout Drawing) throws(CartError) {
        drawing.box(Rect(origin: .zero, size: size), radius: 16, fill: Palette.page)
        drawing.box(room, radius: 10, fill: Palette.surface)
        try drawing.clipped(to: room, radius: 10, id: "screen") { (drawing) throws(CartError) in
            for section in answer.sections {
                try draw(section, on: &drawing)
            }
            if let header = answer.stickyHeader {
                try drawHeader(header.title, header.frame, header.headerTitle, on: &drawing)
            }
            for entry in answer.sectionIndex {
                // In the room that the list is seen through, so it stays where it is while the content scrolls.
                let frame = entry.frame.offset(by: Point(x: room.x - visible.x, y: room.y))
                let style = Typesetter.Style(size: call.indexFontSize ?? FontSizes.index, color: Palette.accent)
                try drawing.title(entry.title, in: frame, style)
            }
        }
        drawing.outline(room, radius: 10)
    }

    private func draw(_ section: LayOutList.Section, on drawing: inout Drawing) throws(CartError) {
        for row in section.rows {
            try draw(row, isLast: section.rowCount > 0 && row.index == section.rowCount - 1, on: &drawing)
        }
        if let frame = section.header, let title = section.headerTitle {
            try drawHeader(section.title, frame, title, on: &drawing)
        }
    }

    private func draw(_ row: LayOutList.Row, isLast: Bool, on drawing: inout Drawing) throws(CartError) {
        let frame = row.frame.offset(by: room.origin)
        let (icon, title) = (row.icon.offset(by: frame.origin), row.title.offset(by: frame.origin))
        try drawing.icon(row.product.icon, of: row.product.name, id: row.product.id, in: icon)
        try drawing.title(
            row.product.name,
            shown: row.text,
            in: title,
            .init(size: call.fontSize ?? FontSizes.title, color: Palette.ink, alignment: alignment)
        )
        guard !isLast, frame.height > 1 else { return }
        // From the title on to the section index, so that no line goes through its letters.
        let index = answer.sectionIndexFrame.map { $0.offset(by: Point(x: room.x - visible.x, y: room.y)) }
        let (left, right) =
            alignment == .left
            ? (title.x, min(frame.maxX, index?.x ?? frame.maxX)) : (max(frame.x, index?.maxX ?? frame.x), title.maxX)
        drawing.box(Rect(x: left, y: frame.maxY - 1, width: right - left, height: 1), fill: Palette.separator)
    }

    private func drawHeader(
        _ text: String,
        _ frame: Rect,
        _ title: Rect,
        on drawing: inout Drawing
    ) throws(CartError) {
        let frame = frame.offset(by: room.origin)
        drawing.box(frame, fill: Palette.header)
        try drawing.title(
            text,
            in: title.offset(by: frame.origin),
            .init(size: FontSizes.header, color: Palette.mutedInk, alignment: alignment)
        )
    }
}
