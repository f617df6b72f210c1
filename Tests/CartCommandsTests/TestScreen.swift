import CartCommands

/// A terminal that shows what it is fed, as far as a live view makes use of one: it traps on nothing and knows no more.
///
/// Characters take the columns that a terminal gives them; a line that is too long is noted in ``overflows``.
struct TestScreen {
    let columns: Int
    let rows: Int
    private(set) var isAlternate = false
    private(set) var hasCursor = true
    private(set) var wraps = true
    /// How often a character was written behind the margin.
    private(set) var overflows = 0
    /// What was not understood.
    private(set) var unknown: [String] = []
    /// What was written beside the alternate screen.
    private(set) var scrollback = ""
    private var cells: [[String]]
    private var row = 0
    private var column = 0

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Self.blank(columns, rows)
    }

    private static func blank(_ columns: Int, _ rows: Int) -> [[String]] {
        Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The rows of the alternate screen, without the blanks at their ends.
    var lines: [String] {
        cells.map { row in
            var text = row.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    mutating func feed(_ text: String) {
        var rest = text.unicodeScalars[...]
        var plain = ""
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                plain.unicodeScalars.append(scalar)
                continue
            }
            write(plain)
            plain = ""
            var sequence = ""
            while let next = rest.popFirst() {
                sequence.unicodeScalars.append(next)
                if next.properties.isAlphabetic { break }
            }
            obey(sequence)
        }
        write(plain)
    }

    private mutating func write(_ text: String) {
        guard isAlternate else {
            scrollback += text
            return
        }
        for character in text {
            let glyph = String(character)
            let width = glyph.displayWidth
            if width == 0 {
                if column > 0 { cells[row][column - 1] += glyph }
            } else if column + width <= columns {
                cells[row][column] = glyph
                for offset in 1..<max(width, 1) { cells[row][column + offset] = "" }
                column += width
            } else {
                overflows += 1
            }
        }
    }

    private mutating func obey(_ sequence: String) {
        let numbers = sequence.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
        switch sequence {
        case "[?1049h":
            isAlternate = true
            cells = Self.blank(columns, rows)
        case "[?1049l": isAlternate = false
        case "[?25l": hasCursor = false
        case "[?25h": hasCursor = true
        case "[?7l": wraps = false
        case "[?7h": wraps = true
        case "[2J": cells = Self.blank(columns, rows)
        case "[K":
            // On the last column of a full line a terminal erases that column.
            for place in min(column, columns - 1)..<columns { cells[row][place] = " " }
        case "[J":
            for place in column..<columns { cells[row][place] = " " }
            for below in row + 1..<max(rows, row + 1) { cells[below] = Array(repeating: " ", count: columns) }
        case _ where sequence.hasSuffix("H"):
            row = min(max(numbers.first ?? 1, 1), rows) - 1
            column = min(max(numbers.dropFirst().first ?? 1, 1), columns) - 1
        case _ where sequence.hasSuffix("m"): break
        default: unknown.append(sequence)
        }
    }
}
