import CGlibc
import Glibc

extension String {
    /// The columns that a terminal gives the text: 2 for Chinese and for emoji, 0 for combining marks.
    package var displayWidth: Int {
        // Most text of a table is ASCII: a column a byte.
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return utf8.count
        }
        return DisplayWidth.inUTF8 { reduce(0) { $0 + DisplayWidth.columns(of: $1) } }
    }

    /// The text with spaces to fill up a width.
    package func padded(to width: Int, _ alignment: TextAlignment = .leading) -> String {
        let room = max(0, width - displayWidth)
        let before =
            switch alignment {
            case .leading: 0
            case .center: room / 2
            case .trailing: room
            }
        return String(repeating: " ", count: before) + self + String(repeating: " ", count: room - before)
    }

    /// The text cut to a width, with an ellipsis where something is missing.
    package func truncated(to width: Int) -> String {
        guard displayWidth > width else {
            return self
        }
        var text = ""
        var columns = 1
        for character in self {
            columns += String(character).displayWidth
            guard columns <= width else { break }
            text.append(character)
        }
        return width > 0 ? text + "…" : ""
    }
}

/// Where a text stands in room that is wider than it.
package enum TextAlignment: Hashable, Sendable {
    case leading, center, trailing
}

/// Column widths by wcwidth(3), a grapheme cluster at a time.
enum DisplayWidth {
    /// The locale whose character table is Unicode's, newlocale(3): built into glibc since 2.35.
    ///
    /// Kept as its address, because a `locale_t` that nobody frees or changes may be used by every thread.
    private static let locale: UInt? = newlocale(1 << LC_CTYPE, "C.UTF-8", nil).map { UInt(bitPattern: $0) }

    /// Runs the body with this thread's locale, and no other's, set to UTF-8: uselocale(3).
    static func inUTF8<R>(_ body: () -> R) -> R {
        guard let locale, let pointer = locale_t(bitPattern: locale) else {
            return body()
        }
        let before = uselocale(pointer)
        defer { _ = uselocale(before) }
        return body()
    }

    /// The columns of one character as it is drawn.
    ///
    /// Must run inside ``inUTF8(_:)``. An emoji is two columns wide whatever it is joined from (Unicode Standard Annex 11 and Technical Standard 51), also a
    /// character that only U+FE0F makes one. Every other cluster is as wide as its parts together.
    static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        if let first = scalars.first, first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}") {
            return 2
        }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        // -1 is what the table does not know: a character newer than the C library, drawn in one column.
        let columns = wcwidth(wchar_t(scalar.value))
        return columns < 0 ? 1 : Int(columns)
    }
}
