import CartLayout
import CartModel
import CartProtocol

/// A grid of tiles as it is on the screen, with the two buttons of a cart below it.
struct GridPicture {
    /// The frames, relative to the visible part.
    let answer: LayOutGrid.Answer
    /// What was asked.
    let call: LayOutGrid
    /// The part of the content that the picture shows.
    let visible: Rect

    private static let buttonHeight = 40.0
    private static let buttonGap = 12.0

    /// The call for what a screen shows: the container, unless another part is asked for.
    static func call(for call: LayOutGrid) -> (call: LayOutGrid, visible: Rect) {
        let container = GridParameters().container
        let visible =
            call.visible
            ?? Rect(x: 0, y: 0, width: call.width ?? container.width, height: call.height ?? container.height)
        var call = call
        call.visible = visible
        call.relative = true
        return (call, visible)
    }

    private var hasButtons: Bool { answer.canAdd != nil && answer.canRemove != nil }

    /// The picture's size in points.
    var size: Size {
        Size(
            width: visible.width + 2 * Drawing.margin,
            height: visible.height + 2 * Drawing.margin + (hasButtons ? Self.buttonHeight + Drawing.margin : 0)
        )
    }

    /// What the picture shows, in words.
    var title: String {
        if let catalog = call.catalog {
            return "Catalog \(catalog)" + (call.group.map { ", group \($0)" } ?? "")
        }
        return "Cart \(call.cart ?? Cart.defaultName)"
    }

    /// Draws it.
    func draw(on drawing: inout Drawing) throws(CartError) {
        drawing.box(Rect(origin: .zero, size: size), radius: 16, fill: Palette.page)
        let room = Rect(x: Drawing.margin, y: Drawing.margin, width: visible.width, height: visible.height)
        try drawing.clipped(to: room, id: "screen") { (drawing) throws(CartError) in
            for tile in answer.items {
                try draw(tile, on: &drawing)
            }
            if answer.items.isEmpty {
                let text = call.catalog == nil ? "The cart is empty" : "No product"
                try drawing.title(text, in: room, .init(size: fontSize, color: Palette.mutedInk))
            }
        }
        try drawButtons(below: room, on: &drawing)
    }

    private var fontSize: Double { call.fontSize ?? FontSizes.title }

    private func draw(_ tile: LayOutGrid.Tile, on drawing: inout Drawing) throws(CartError) {
        let frame = tile.frame.offset(by: Point(x: Drawing.margin, y: Drawing.margin))
        let ground = Drawing.Ground(frame: frame)
        drawing.ground(ground, fill: Palette.surface)
        let product = tile.product
        try drawing.icon(
            product.icon,
            of: product.name,
            id: product.id,
            in: tile.icon.offset(by: frame.origin),
            on: ground
        )
        try drawing.title(
            product.name,
            shown: tile.text,
            in: tile.title.offset(by: frame.origin),
            .init(size: fontSize, color: Palette.ink)
        )
    }

    private func drawButtons(below room: Rect, on drawing: inout Drawing) throws(CartError) {
        guard let canAdd = answer.canAdd, let canRemove = answer.canRemove else { return }
        let width = max(0, (room.width - Self.buttonGap) / 2)
        let top = room.maxY + Drawing.margin
        let left = Rect(x: room.x, y: top, width: width, height: Self.buttonHeight)
        let right = Rect(x: room.maxX - width, y: top, width: width, height: Self.buttonHeight)
        let (first, second) = call.direction == .rightToLeft ? (right, left) : (left, right)
        try drawButton("Add", in: first, isEnabled: canAdd, on: &drawing)
        try drawButton("Remove", in: second, isEnabled: canRemove, on: &drawing)
    }

    private func drawButton(
        _ title: String,
        in box: Rect,
        isEnabled: Bool,
        on drawing: inout Drawing
    ) throws(CartError) {
        drawing.box(box, radius: 10, fill: isEnabled ? Palette.accent : Palette.disabled)
        let color = isEnabled ? Palette.surface : Palette.disabledInk
        try drawing.title(title, in: box, .init(size: FontSizes.button, color: color))
    }
}

/// The sizes that titles are set in where none is given, in points.
enum FontSizes {
    /// Titles of tiles, rows and controls: those that the daemon measures at.
    static let title = 17.0
    /// Entries of a section index.
    static let index = 11.0
    /// Headers of sections.
    static let header = 14.0
    /// The buttons of a cart.
    static let button = 16.0
}
