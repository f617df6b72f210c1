/// Rows of text in columns as wide as their widest cell.
package struct TextTable: Sendable {
    /// A column's head.
    package struct Column: Sendable {
        let title: String
        let alignment: TextAlignment

        /// A column under a title; its cells stand to the left of it or as given.
        package init(title: String, alignment: TextAlignment = .leading) {
            self.title = title
            self.alignment = alignment
        }
    }

    /// One cell.
    package struct Cell: ExpressibleByStringInterpolation, Sendable {
        let text: String
        let paint: Page.Paint?

        /// A cell with a text, made visible.
        package init(_ text: String, _ paint: Page.Paint? = nil) {
            self.text = text.visible
            self.paint = paint
        }

        /// A cell with a text, made visible.
        package init(stringLiteral value: String) {
            self.init(value)
        }
    }

    /// A line between rows, as wide as it likes.
    package struct Section: Sendable {
        let title: String
        /// The row that it stands before.
        let row: Int
    }

    /// The columns; a table whose titles are all empty has no head.
    let columns: [Column]
    /// Each row has at most a cell a column.
    package var rows: [[Cell]] = []
    /// In the order of their rows.
    var sections: [Section] = []
    /// Spaces before every line.
    var indent = 0

    /// A table without rows.
    package init(columns: [Column]) {
        self.columns = columns
    }

    func write(to page: inout Page) {
        let widths = columns.indices.map { column in
            rows.reduce(columns[column].title.displayWidth) { widest, row in
                column < row.count ? max(widest, row[column].text.displayWidth) : widest
            }
        }
        if columns.contains(where: { !$0.title.isEmpty }) {
            write(columns.map { Cell($0.title, .dim) }, widths: widths, to: &page)
        }
        var waiting = sections[...]
        for (index, row) in rows.enumerated() {
            while let section = waiting.first, section.row <= index {
                write(section, to: &page)
                waiting.removeFirst()
            }
            write(row, widths: widths, to: &page)
        }
        for section in waiting {
            write(section, to: &page)
        }
    }

    private func write(_ section: Section, to page: inout Page) {
        page.line(String(repeating: " ", count: indent) + page.painted(section.title.visible, .bold))
    }

    private func write(_ row: [Cell], widths: [Int], to page: inout Page) {
        var line = ""
        // Spaces are owed until something follows, so that no line ends with any.
        var owed = indent
        for (column, cell) in row.prefix(columns.count).enumerated() {
            let room = max(0, widths[column] - cell.text.displayWidth)
            let before =
                switch columns[column].alignment {
                case .leading: 0
                case .center: room / 2
                case .trailing: room
                }
            if !cell.text.isEmpty {
                line += String(repeating: " ", count: owed + before) + page.painted(cell.text, cell.paint)
                owed = room - before
            } else {
                owed += room
            }
            owed += 2
        }
        page.line(line)
    }
}
