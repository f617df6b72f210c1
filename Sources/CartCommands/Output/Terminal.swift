import Glibc

/// Where text for a person goes, and what can be done there.
package struct Terminal: Hashable, Sendable {
    /// The columns of a line.
    package let width: Int
    /// The columns that there are: a longer line is broken, or runs into the next.
    package let columns: Int
    /// The lines that there are.
    package let rows: Int
    /// Whether colour may be used.
    package let hasColor: Bool
    /// Whether what was written can be written over.
    package let canRedraw: Bool

    /// The width where there is no terminal to ask.
    package static let defaultWidth = 80
    /// The lines where there is no terminal to ask.
    package static let defaultRows = 24
    /// Narrower and wider terminals are treated like these.
    private static let widths = 40...240

    /// Describes a terminal, or a file or pipe.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether there is a terminal at all; only then colour is used.
    ///   - columns: Its width; nil where it is not known.
    ///   - rows: Its height; nil where it is not known.
    ///   - environment: `NO_COLOR` (any text, https://no-color.org) and `TERM=dumb` turn colour off.
    package init(isTerminal: Bool, columns: Int? = nil, rows: Int? = nil, environment: [String: String] = [:]) {
        self.columns = max(columns ?? Self.defaultWidth, 1)
        self.rows = max(rows ?? Self.defaultRows, 1)
        width = min(max(self.columns, Self.widths.lowerBound), Self.widths.upperBound)
        canRedraw = isTerminal && environment["TERM"] != "dumb"
        hasColor = canRedraw && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Describes standard output: isatty(3), ioctl_tty(2) `TIOCGWINSZ`.
    static func standardOutput(environment: [String: String]) -> Terminal {
        guard isatty(STDOUT_FILENO) == 1 else {
            return Terminal(isTerminal: false)
        }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return Terminal(
            isTerminal: true,
            columns: isKnown && size.ws_col > 0 ? Int(size.ws_col) : nil,
            rows: isKnown && size.ws_row > 0 ? Int(size.ws_row) : nil,
            environment: environment
        )
    }
}
