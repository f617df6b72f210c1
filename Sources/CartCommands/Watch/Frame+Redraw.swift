/// Control sequences (ECMA-48; `?` modes as xterm has them, https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
extension Frame {
    /// Changes to a screen of its own, so that nothing which was written before is touched: without a cursor, and with lines that
    /// end at the margin instead of running into the next.
    package static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    /// Changes back, with all as it was.
    package static let leave = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// What turns a screen that shows one frame into one that shows this; only rows that differ are written.
    ///
    /// - Parameter previous: What the screen shows; nil where that is not known. After a change of the terminal's size it is
    ///   not known either.
    package func redraw(over previous: Frame?) -> String {
        guard let previous, previous.columns == columns, previous.rows == rows else {
            return "\u{1B}[H\u{1B}[2J" + lines.indices.map(row).joined()
        }
        var text = ""
        for index in lines.indices where index >= previous.lines.count || previous.lines[index] != lines[index] {
            text += row(index)
        }
        if previous.lines.count > lines.count {
            text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J"
        }
        return text
    }

    /// A row, written over whatever is there.
    ///
    /// Each is addressed, so a terminal that takes a character for wider or narrower than
    /// it was thought to be spoils that row alone.
    private func row(_ index: Int) -> String {
        // Erased first: behind a line as wide as the terminal the cursor stands on its last column.
        "\u{1B}[\(index + 1);1H\u{1B}[K" + lines[index]
    }
}
