/// A board of terminal cells to draw on.
///
/// Whatever lies outside of it is not drawn. A wide character takes two cells and is never left as half of one.
package struct Canvas: Sendable {
    /// Cells from left to right.
    package let width: Int
    /// Cells from top to bottom.
    package let height: Int

    private enum Cell: Hashable, Sendable {
        case blank
        case glyph(String, Page.Paint?)
        /// The right half of the wide glyph before it.
        case rest
    }

    private var cells: [Cell]

    /// A blank board; a negative extent is none.
    package init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    /// Writes a text from a cell on, cut to a number of cells.
    package mutating func write(_ text: String, row: Int, column: Int, width limit: Int, _ paint: Page.Paint? = nil) {
        guard row >= 0, row < height, limit > 0 else { return }
        var column = column
        for character in text.truncated(to: limit) {
            let glyph = String(character)
            let columns = glyph.displayWidth
            guard columns > 0 else { continue }
            if column >= 0, column + columns <= width {
                put(.glyph(glyph, paint), row: row, column: column)
                for offset in 1..<max(columns, 1) {
                    put(.rest, row: row, column: column + offset)
                }
            }
            column += columns
        }
    }

    /// Draws the outline of a box and clears what is inside.
    package mutating func box(_ box: Box, _ paint: Page.Paint? = nil) {
        let (columns, rows) = (box.columns, box.rows)
        guard columns.count >= 2, rows.count >= 2 else { return }
        let inside = columns.count - 2
        for row in rows {
            let (left, fill, right) =
                switch row {
                case rows.lowerBound: ("┌", "─", "┐")
                case rows.upperBound - 1: ("└", "─", "┘")
                default: ("│", " ", "│")
                }
            write(
                left + String(repeating: fill, count: inside) + right,
                row: row,
                column: columns.lowerBound,
                width: columns.count,
                paint
            )
        }
    }

    /// Draws a line across a box.
    package mutating func divide(_ box: Box, row: Int, _ paint: Page.Paint? = nil) {
        guard box.columns.count >= 2, box.rows.contains(row) else { return }
        let line = "├" + String(repeating: "─", count: box.columns.count - 2) + "┤"
        write(line, row: row, column: box.columns.lowerBound, width: box.columns.count, paint)
    }

    /// Some columns of some rows.
    package struct Box: Hashable, Sendable {
        var columns: Range<Int>
        var rows: Range<Int>
    }

    /// The rows as text, without the blanks at their ends.
    package func write(to page: inout Page, indent: Int) {
        for row in 0..<height {
            var line = String(repeating: " ", count: indent)
            var owed = 0
            var run = ""
            var paint: Page.Paint?
            func flush() {
                line += page.painted(run, paint)
                run = ""
            }
            for cell in cells[row * width..<(row + 1) * width] {
                switch cell {
                case .blank, .glyph(" ", _): owed += 1
                case .rest: continue
                case .glyph(let glyph, let next):
                    if owed > 0 || next != paint {
                        flush()
                        line += String(repeating: " ", count: owed)
                        owed = 0
                        paint = next
                    }
                    run += glyph
                }
            }
            flush()
            page.line(owed > 0 && line.allSatisfy { $0 == " " } ? "" : line)
        }
    }

    private mutating func put(_ cell: Cell, row: Int, column: Int) {
        let index = row * width + column
        if cells[index] == .rest, cell != .rest, column > 0 {
            cells[index - 1] = .blank
        }
        if column + 1 < width, cells[index + 1] == .rest {
            cells[index + 1] = .blank
        }
        cells[index] = cell
    }
}
