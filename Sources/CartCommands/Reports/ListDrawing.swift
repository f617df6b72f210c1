import CartLayout
import CartModel
import CartProtocol

/// A list drawn with characters: a line a row under the headers of its sections, and the section index at the trailing edge.
struct ListDrawing {
    /// The board.
    private(set) var canvas = Canvas(width: 0, height: 0)
    /// The rows that did not fit below.
    private(set) var rest = 0

    private static let mostColumns = 60
    private static let mostLines = 44
    private static let mostIconColumns = 16
    private static let mostIndexColumns = 12

    private enum Line {
        case header(String)
        case divider
        case row(icon: String, title: String)
        case note(String)
    }

    private let isMirrored: Bool
    private let iconColumns: Int
    private let indexColumns: Int

    /// Draws a list on at most so many columns.
    init(_ answer: LayOutList.Answer, direction: LayoutDirection, columns: Int) {
        isMirrored = direction == .rightToLeft
        let (lines, rest) = Self.lines(of: answer)
        self.rest = rest
        iconColumns = lines.reduce(0) { widest, line in
            guard case .row(let icon, _) = line else { return widest }
            return max(widest, min(icon.displayWidth, Self.mostIconColumns))
        }
        let widest = answer.sectionIndex.reduce(0) { max($0, $1.title.visible.displayWidth) }
        indexColumns = min(widest, Self.mostIndexColumns)
        canvas = Canvas(width: min(columns, Self.mostColumns), height: lines.count + 2)
        draw(lines)
        drawIndex(answer.sectionIndex.map(\.title.visible), lines: lines.count)
    }

    private static func lines(of answer: LayOutList.Answer) -> (lines: [Line], rest: Int) {
        var lines: [Line] = []
        var rest = 0
        for section in answer.sections {
            // A header needs its dividers and a row below it.
            guard lines.count + 4 <= mostLines else {
                rest += section.rows.count
                continue
            }
            if section.header != nil {
                lines += lines.isEmpty ? [] : [.divider]
                lines += [.header(section.title.visible), .divider]
            } else if !lines.isEmpty {
                lines.append(.divider)
            }
            let shown = section.rows.prefix(mostLines - lines.count)
            lines += shown.map { row in
                .row(icon: (row.product.icon ?? "").visible, title: (row.text ?? row.product.name).visible)
            }
            if section.isEmpty == true {
                lines.append(.note("(no rows)"))
            }
            rest += section.rows.count - shown.count
        }
        return (lines, rest)
    }

    /// The columns between the outer lines that rows have.
    private var inside: Range<Int> {
        let index = indexColumns > 0 ? indexColumns + 3 : 0
        let all = 1..<max(1, canvas.width - 1)
        let columns = max(0, all.count - index)
        return isMirrored ? all.upperBound - columns..<all.upperBound : all.lowerBound..<all.lowerBound + columns
    }

    private mutating func draw(_ lines: [Line]) {
        let all = Canvas.Box(columns: 0..<canvas.width, rows: 0..<canvas.height)
        canvas.box(all, .dim)
        let rows = Canvas.Box(columns: inside.lowerBound - 1..<inside.upperBound + 1, rows: all.rows)
        if indexColumns > 0 {
            let border = isMirrored ? rows.columns.lowerBound : rows.columns.upperBound - 1
            for row in all.rows {
                let sign = row == 0 ? "┬" : row == canvas.height - 1 ? "┴" : "│"
                canvas.write(sign, row: row, column: border, width: 1, .dim)
            }
        }
        for (number, line) in lines.enumerated() {
            switch line {
            case .divider: canvas.divide(rows, row: number + 1, .dim)
            case .header(let title): write(title, row: number + 1, from: 1, width: inside.count - 2, .bold)
            case .note(let text): write(text, row: number + 1, from: 1, width: inside.count - 2, .dim)
            case .row(let icon, let title):
                let start = iconColumns > 0 ? iconColumns + 3 : 1
                write(icon, row: number + 1, from: 1, width: iconColumns, .cyan)
                write(title, row: number + 1, from: start, width: inside.count - start - 1)
            }
        }
    }

    /// Writes a text so many columns after the leading edge of the rows.
    private mutating func write(_ text: String, row: Int, from start: Int, width: Int, _ paint: Page.Paint? = nil) {
        guard width > 0 else { return }
        let text = text.truncated(to: width)
        let column = isMirrored ? inside.upperBound - start - text.displayWidth : inside.lowerBound + start
        canvas.write(text, row: row, column: column, width: width, paint)
    }

    /// Writes the titles of the section index one below the other, spread evenly where there are more than lines.
    private mutating func drawIndex(_ titles: [String], lines: Int) {
        guard indexColumns > 0, lines > 0, !titles.isEmpty else { return }
        let shown = min(titles.count, lines)
        let top = 1 + (lines - shown) / 2
        let column = isMirrored ? 2 : canvas.width - 2 - indexColumns
        for place in 0..<shown {
            let title = titles[shown > 1 ? place * (titles.count - 1) / (shown - 1) : 0]
            let text = title.truncated(to: indexColumns).padded(to: indexColumns, .center)
            canvas.write(text, row: top + place, column: column, width: indexColumns, .cyan)
        }
    }
}
