/// Which characters fill a square: East_Asian_Width W or F (Unicode Standard Annex 11), those apart that are emoji.
///
/// The ranges are those of EastAsianWidth.txt 15.0 with the unassigned characters between two wide ones taken as wide;
/// characters with Emoji_Presentation, which are wide too, are known by that property.
enum EastAsianWidth {
    private static let ranges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// Whether a character is as wide as it is high.
    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        guard value >= 0x1100 else { return false }
        return ranges.contains { $0.contains(value) } || scalar.properties.isEmojiPresentation
    }
}
