import CartLayout
import CartModel
import CartProtocol

/// The tiles of a grid drawn to scale with characters, each with its icon's name over its title.
struct TileDrawing {
    /// The board, or nil where the tiles are too small or too far apart to be drawn.
    private(set) var canvas: Canvas?
    /// The tiles that did not fit below.
    private(set) var rest = 0

    /// The cells that a tile's width gets, if there is room.
    private static let tileColumns = 16.0
    /// A tile of fewer columns shows nothing.
    private static let leastColumns = 4.0
    /// A tile of fewer rows has no room for a title, so flat ones are drawn higher than they are.
    private static let leastRows = 3.0
    private static let mostRows = 44
    /// A cell is about twice as high as it is wide.
    private static let aspect = 2.0

    /// Draws the tiles on at most so many columns.
    init(_ answer: LayOutGrid.Answer, columns: Int) {
        let items = answer.items.filter(\.isDrawable)
        guard let first = items.first else { return }
        var bounds = first.frame
        for item in items.dropFirst() {
            bounds = bounds.union(item.frame)
        }
        let widest = items.reduce(0) { max($0, $1.frame.width) }
        let highest = items.reduce(0) { max($0, $1.frame.height) }
        // Whole cells a tile, so that equal tiles are drawn equal and none overlap.
        let across = min(Self.tileColumns, widest * Double(columns) / bounds.width).rounded(.down)
        guard across >= Self.leastColumns else { return }
        let horizontal = across / widest
        let down = max(Self.leastRows, (highest * horizontal / Self.aspect).rounded())
        let vertical = down / highest
        guard down <= Double(Self.mostRows), horizontal.isFinite, vertical.isFinite else { return }

        func column(_ x: Double) -> Int { Self.cell((x - bounds.x) * horizontal, most: columns) }
        func row(_ y: Double) -> Int { Self.cell((y - bounds.y) * vertical, most: Self.mostRows + 1) }
        let boxes = items.map { item in
            let (left, top) = (column(item.frame.x), row(item.frame.y))
            return Canvas.Box(
                columns: left..<max(left, min(left + Self.cell(item.frame.width * horizontal, most: columns), columns)),
                rows: top..<top + Self.cell(item.frame.height * vertical, most: Self.mostRows + 1)
            )
        }
        let shown = zip(items, boxes).filter { $1.rows.upperBound <= Self.mostRows }
        rest = items.count - shown.count
        var canvas = Canvas(
            width: shown.reduce(0) { max($0, $1.1.columns.upperBound) },
            height: shown.reduce(0) { max($0, $1.1.rows.upperBound) }
        )
        for (item, box) in shown {
            let titleRow = box.rows.lowerBound + Self.cell(item.title.y * vertical, most: Self.mostRows)
            Self.draw(item, in: box, titleRow: titleRow, on: &canvas)
        }
        self.canvas = canvas
    }

    private static func draw(_ item: LayOutGrid.Tile, in box: Canvas.Box, titleRow: Int, on canvas: inout Canvas) {
        canvas.box(box, .dim)
        let inside = (box.rows.lowerBound + 1)..<max(box.rows.lowerBound + 1, box.rows.upperBound - 1)
        guard !inside.isEmpty, box.columns.count > 2 else { return }
        let start = box.columns.lowerBound + 1
        let width = box.columns.count - 2
        func center(_ text: String, row: Int, _ paint: Page.Paint?) {
            canvas.write(
                text.visible.truncated(to: width).padded(to: width, .center),
                row: row,
                column: start,
                width: width,
                paint
            )
        }
        guard item.title.height > 0 else {
            return center(
                item.product.icon ?? item.product.name,
                row: (inside.lowerBound + inside.upperBound - 1) / 2,
                .dim
            )
        }
        let titles = min(max(titleRow, inside.lowerBound), inside.upperBound - 1)..<inside.upperBound
        center(item.text ?? item.product.name, row: titles.lowerBound + (titles.count - 1) / 2, .bold)
        guard titles.lowerBound - 1 > inside.lowerBound else { return }
        canvas.divide(box, row: titles.lowerBound - 1, .dim)
        if let icon = item.product.icon {
            center(icon, row: (inside.lowerBound + titles.lowerBound - 2) / 2, .cyan)
        }
    }

    /// The cell boundary nearest to a coordinate; the answer of a peer may hold any number.
    private static func cell(_ coordinate: Double, most: Int) -> Int {
        coordinate < Double(most) ? Int(max(0, coordinate.rounded())) : most
    }
}

extension LayOutGrid.Tile {
    /// Whether its numbers are such that something can be drawn.
    fileprivate var isDrawable: Bool {
        [frame.x, frame.y, frame.maxX, frame.maxY, title.y, title.height].allSatisfy(\.isFinite)
            && frame.width > 0 && frame.height > 0
    }
}

extension Rect {
    /// The smallest rectangle around both.
    fileprivate func union(_ other: Rect) -> Rect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}
