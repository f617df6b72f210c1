/// Characters whose width is known at a glance and that never join each other: nearly all that titles are made of.
///
/// Between two of them there is always the border of a grapheme cluster (Unicode Standard Annex 29, rule GB999), and none of
/// them is a mark, an emoji by itself or invisible. Another character, also one that joins them, is not known here.
enum PlainCharacters {
    /// The width of a character in half characters, or nil where that takes a closer look.
    static func halves(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        // ASCII from the space on, the middle dot, letters of Latin, Greek, Cyrillic, Hebrew and Arabic, dashes, quotes, the
        // ellipsis, the euro.
        case 0x20...0x7E, 0xB7, 0xC0...0x02AF, 0x0391...0x03A1, 0x03A3...0x0481, 0x048A...0x052F, 0x05D0...0x05EA,
            0x0620...0x064A, 0x2010...0x2027, 0x20AC:
            1
        // Punctuation of Chinese, Hiragana and Katakana without marks, ideographs, syllables of Hangul, full width ASCII.
        case 0x3001...0x3020, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x4DB5, 0x4E00...0x9FEA, 0xAC00...0xD7A3,
            0xFF01...0xFF5E:
            2
        default: nil
        }
    }

    /// The width of a text in half characters, or nil where not all of its characters are plain.
    static func halves(_ text: String) -> Int? {
        var sum = 0
        for scalar in text.unicodeScalars {
            guard let width = halves(scalar) else { return nil }
            sum += width
        }
        return sum
    }
}
