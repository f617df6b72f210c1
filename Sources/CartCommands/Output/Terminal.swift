import Glibc

/// Where text for a person goes, and what can be done there.
package struct Terminal: Hashable, Sendable {
    /// The columns of a line.
    package let width: Int
    /// Whether colour may be used.
    package let hasColor: Bool

    /// The width where there is no terminal to ask.
    package static let defaultWidth = 80
    /// Narrower and wider terminals are treated like these.
    private static let widths = 40...240

    /// Describes a terminal, or a file or pipe.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether there is a terminal at all; only then colour is used.
    ///   - columns: Its width; nil where it is not known.
    ///   - environment: `NO_COLOR` (any text, https://no-color.org) and `TERM=dumb` turn colour off.
    package init(isTerminal: Bool, columns: Int? = nil, environment: [String: String] = [:]) {
        width = min(max(columns ?? Self.defaultWidth, Self.widths.lowerBound), Self.widths.upperBound)
        hasColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Describes standard output: isatty(3), ioctl_tty(2) `TIOCGWINSZ`.
    static func standardOutput(environment: [String: String]) -> Terminal {
        guard isatty(STDOUT_FILENO) == 1 else {
            return Terminal(isTerminal: false)
        }
        var size = winsize()
        let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return Terminal(isTerminal: true, columns: known ? Int(size.ws_col) : nil, environment: environment)
    }
}
