/// What a terminal shows: lines that fit it, one a row from the top.
package struct Frame: Hashable, Sendable {
    /// Where lines are left out of a text that has too many.
    package enum Cut: Hashable, Sendable {
        /// At the end.
        case end
        /// Behind so many first lines, so that the last ones stay.
        case middle(afterLines: Int)
    }

    /// At most ``rows``, each at most ``columns`` wide.
    package let lines: [String]
    /// The terminal's width.
    package let columns: Int
    /// The terminal's height.
    package let rows: Int

    /// Lays a page out on the terminal that it was made for.
    ///
    /// - Parameters:
    ///   - page: What is to be seen.
    ///   - cut: Where lines are left out.
    ///   - footer: A line below, which stays where there is room for more than one.
    package init(_ page: Page, cut: Cut = .end, footer: String? = nil) {
        columns = page.terminal.columns
        rows = page.terminal.rows
        var body = page.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if body.last?.isEmpty == true { body.removeLast() }
        let end = footer.map { ["", page.painted($0, .dim)] } ?? []
        let room = rows - end.count
        if body.count > room {
            body = Self.cut(body, to: room, cut, in: page)
        }
        // A terminal of a line or two has no room for a footer.
        lines = (room > 0 ? body + end : body).map { [columns] in $0.clipped(to: columns) }
    }

    private static func cut(_ body: [String], to rows: Int, _ cut: Cut, in page: Page) -> [String] {
        // Where there is no room to say that something is missing, its first line is worth more.
        guard rows > 1 else { return Array(body.prefix(1)) }
        let head =
            switch cut {
            case .end: rows - 1
            case .middle(let lines): min(lines, rows - 1)
            }
        let tail = rows - 1 - head
        let gap = page.painted("… \(counted(body.count - head - tail, "more line"))", .dim)
        return body.prefix(head) + [gap] + body.suffix(tail)
    }
}
