import CartLayout
import CartProtocol

/// A control drawn to scale with characters: its bounds, the image's box with its name, and the title.
struct ControlDrawing {
    /// The board, or nil where the control is too small or too flat to be drawn.
    private(set) var canvas: Canvas?

    private static let mostColumns = 48.0
    /// A control that is small is drawn small: so many columns a point.
    private static let density = 0.4
    private static let mostRows = 24.0
    private static let leastColumns = 4.0
    private static let leastRows = 3.0
    /// A cell is about twice as high as it is wide.
    private static let aspect = 2.0

    /// Draws a control on at most so many columns.
    init(_ answer: LayOutControl.Answer, columns: Int) {
        let bounds = answer.bounds
        guard bounds.width > 0, bounds.height > 0, bounds.maxX.isFinite, bounds.maxY.isFinite else { return }
        let most = min(Self.mostColumns, Double(columns))
        var across = min(most, max(bounds.width * Self.density, 3 * Self.leastColumns))
        var down = bounds.height / bounds.width * across / Self.aspect
        if down > Self.mostRows {
            across = (across * Self.mostRows / down).rounded(.down)
            down = Self.mostRows
        }
        (across, down) = (across.rounded(), max(Self.leastRows, down.rounded()))
        guard across >= Self.leastColumns else { return }
        let scale = (x: across / bounds.width, y: down / bounds.height)
        func box(_ rect: Rect) -> Canvas.Box {
            let x = Self.cells(rect.x - bounds.x, rect.maxX - bounds.x, scale.x, most: across)
            return Canvas.Box(
                columns: x,
                rows: Self.cells(rect.y - bounds.y, rect.maxY - bounds.y, scale.y, most: down)
            )
        }
        var canvas = Canvas(width: Int(across), height: Int(down))
        canvas.box(box(bounds), .dim)
        if let image = answer.image {
            let box = box(image).inside(box(bounds))
            canvas.box(box, .cyan)
            Self.write(answer.appearance.image, in: box, margin: 1, on: &canvas, .cyan)
        }
        if let title = answer.title {
            Self.write(answer.text ?? answer.appearance.title, in: box(title), margin: 0, on: &canvas, .bold)
        }
        self.canvas = canvas
    }

    private static func write(
        _ text: String?,
        in box: Canvas.Box,
        margin: Int,
        on canvas: inout Canvas,
        _ paint: Page.Paint
    ) {
        let inner = max(0, box.columns.count - 2 * margin)
        // A title keeps a cell to be seen in, however small it is.
        let width = max(inner, margin == 0 ? 1 : 0)
        guard let text, width > 0 else { return }
        let shown = text.visible.truncated(to: width)
        let rows = box.rows
        canvas.write(
            shown,
            row: rows.isEmpty ? rows.lowerBound : (rows.lowerBound + rows.upperBound - 1) / 2,
            column: box.columns.lowerBound + margin + (width - shown.displayWidth) / 2,
            width: width,
            paint
        )
    }

    /// The cells from one coordinate to another; the answer of a peer may hold any numbers.
    private static func cells(_ start: Double, _ end: Double, _ scale: Double, most: Double) -> Range<Int> {
        func cell(_ coordinate: Double) -> Int {
            let place = (coordinate * scale).rounded()
            return place > 0 ? Int(min(place, most)) : 0
        }
        let first = cell(start)
        return first..<max(first, cell(end))
    }
}

extension Canvas.Box {
    /// The part that does not lie on the border of another box; all of it where that is nothing.
    fileprivate func inside(_ other: Canvas.Box) -> Canvas.Box {
        func inner(_ range: Range<Int>, _ outer: Range<Int>) -> Range<Int> {
            guard outer.count > 3 else { return range }
            let inner = range.clamped(to: outer.lowerBound + 1..<outer.upperBound - 1)
            return inner.isEmpty ? range : inner
        }
        return Canvas.Box(columns: inner(columns, other.columns), rows: inner(rows, other.rows))
    }
}
