import CGlibc
import Glibc

/// A terminal that shows what it is fed, as far as a screen program here makes use of one.
///
/// It gives characters the columns that xterm does: a scalar at a time, by wcwidth(3).
package struct TestScreen: Sendable {
    package private(set) var columns: Int
    package private(set) var rows: Int
    /// Whether the alternate screen is shown.
    package private(set) var isAlternate = false
    /// Whether the cursor is shown.
    package private(set) var hasCursor = true
    /// Whether lines run into the next.
    package private(set) var wraps = true
    /// How often a character was written behind the margin.
    package private(set) var overflows = 0
    /// What was not understood.
    package private(set) var unknown: [String] = []
    /// What was written beside the alternate screen.
    package private(set) var scrollback = ""
    /// Each a character with its marks; empty behind a wide one.
    private var cells: [[String]]
    private var row = 0
    private var column = 0

    /// A terminal that has shown nothing.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Self.filled(columns, rows, " ")
    }

    /// Gets another size and shows nothing that is of use in it.
    package mutating func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Self.filled(columns, rows, "#")
        row = min(row, rows - 1)
        column = min(column, columns - 1)
    }

    private static func filled(_ columns: Int, _ rows: Int, _ cell: String) -> [[String]] {
        Array(repeating: Array(repeating: cell, count: columns), count: rows)
    }

    /// The rows of the alternate screen, without the blanks at their ends.
    package var lines: [String] {
        cells.map { row in
            var text = row.joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// Shows a text and does what its control sequences say.
    package mutating func feed(_ text: String) {
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
        for scalar in text.unicodeScalars {
            let width = Self.width(of: scalar)
            if width == 0 {
                if column > 0 { cells[row][column - 1].unicodeScalars.append(scalar) }
            } else if column + width <= columns {
                cells[row][column] = String(scalar)
                for offset in 1..<max(width, 1) { cells[row][column + offset] = "" }
                column += width
            } else {
                overflows += 1
            }
        }
    }

    private static let locale: UInt? = newlocale(1 << LC_CTYPE, "C.UTF-8", nil).map { UInt(bitPattern: $0) }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        let before = uselocale(locale.flatMap { locale_t(bitPattern: $0) })
        defer { _ = uselocale(before) }
        return max(0, Int(wcwidth(wchar_t(scalar.value))))
    }

    private mutating func obey(_ sequence: String) {
        let numbers = sequence.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
        switch sequence {
        case "[?1049h":
            isAlternate = true
            cells = Self.filled(columns, rows, " ")
        case "[?1049l": isAlternate = false
        case "[?25l": hasCursor = false
        case "[?25h": hasCursor = true
        case "[?7l": wraps = false
        case "[?7h": wraps = true
        case "[2J": cells = Self.filled(columns, rows, " ")
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
