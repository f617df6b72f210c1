extension String {
    /// A painted line cut to a number of columns, with an ellipsis where something is missing.
    ///
    /// The text is of ``Page``: the only control sequences in it are its own, which take no columns (ECMA-48, 8.3.117).
    /// What was painted at the cut is ended there.
    package func clipped(to columns: Int) -> String {
        let pieces = paintedPieces
        let widths = pieces.map { $0.isPaint ? 0 : $0.text.displayWidth }
        guard widths.reduce(0, +) > columns else { return self }
        guard columns > 0 else { return "" }
        var (line, room, isPainted) = ("", columns - 1, false)
        for (piece, width) in zip(pieces, widths) {
            if piece.isPaint {
                line += piece.text
                isPainted = piece.text != Page.plain
            } else if width <= room {
                line += piece.text
                room -= width
            } else {
                // With its ellipsis the cut text is as wide as what is left.
                line += piece.text.truncated(to: room + 1)
                break
            }
        }
        return isPainted ? line + Page.plain : line
    }

    /// Runs of text, and the sequences that paint them.
    private var paintedPieces: [(text: String, isPaint: Bool)] {
        // By scalars, because a mark after a sequence would be one character with its last letter.
        var pieces: [(String, Bool)] = []
        var current = String.UnicodeScalarView()
        var isPaint = false
        for scalar in unicodeScalars {
            if scalar == "\u{1B}" {
                if !current.isEmpty { pieces.append((String(current), false)) }
                current = .init([scalar])
                isPaint = true
            } else {
                current.append(scalar)
                if isPaint, scalar == "m" {
                    pieces.append((String(current), true))
                    current = .init()
                    isPaint = false
                }
            }
        }
        if !current.isEmpty { pieces.append((String(current), isPaint)) }
        return pieces
    }
}
