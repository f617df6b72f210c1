/// Text for a person, made line by line.
package struct Page: Sendable {
    /// What has been written.
    package private(set) var text = ""
    /// Where it will be shown.
    package let terminal: Terminal

    /// An empty page.
    package init(for terminal: Terminal) {
        self.terminal = terminal
    }

    /// How a piece of text is painted, as SGR parameters (ECMA-48, 8.3.117).
    package enum Paint: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    /// The text in a colour, where there is colour.
    package func painted(_ text: String, _ paint: Paint?) -> String {
        guard terminal.hasColor, let paint, !text.isEmpty else {
            return text
        }
        return "\u{1B}[\(paint.rawValue)m\(text)\(Self.plain)"
    }

    /// What ends a piece of painted text.
    static let plain = "\u{1B}[0m"

    /// Writes a line as it is; names in it have to be made visible before.
    package mutating func line(_ line: String = "") {
        text += line
        text += "\n"
    }

    /// Writes a text of many lines as it is, such as a file.
    package mutating func raw(_ text: String) {
        self.text += text
    }

    /// Writes a line of something to do next.
    package mutating func hint(_ line: String) {
        self.line(painted(line, .dim))
    }

    /// Writes a table.
    package mutating func table(_ table: TextTable) {
        table.write(to: &self)
    }

    /// Writes a text in lines no longer than the terminal is wide, from the second on indented.
    package mutating func paragraph(_ words: [String], indent: Int = 0, first: Int? = nil) {
        var current = String(repeating: " ", count: first ?? indent)
        var isEmpty = true
        for word in words {
            let width = current.displayWidth + word.displayWidth + (isEmpty ? 0 : 1)
            if !isEmpty, width > terminal.width {
                line(current)
                current = String(repeating: " ", count: indent)
                isEmpty = true
            }
            current += isEmpty ? word : " " + word
            isEmpty = false
        }
        line(current)
    }
}
