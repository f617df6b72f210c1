import CHarfBuzz

/// The bidirectional character types of UAX 9, table 4, as far as a line of a title needs them.
///
/// They are derived from script and general category, because HarfBuzz has no table of them.
enum BidiClass: UInt8 {
    /// Strong: left to right.
    case left
    /// Strong: right to left.
    case right
    /// Strong: right to left, and digits after it are Arabic ones.
    case arabic
    /// Weak: digits as in Europe.
    case europeanNumber
    /// Weak: digits as in Arabic.
    case arabicNumber
    /// Weak: plus and minus.
    case europeanSeparator
    /// Weak: signs of currency, percent, degree.
    case europeanTerminator
    /// Weak: comma, full stop, colon, solidus.
    case commonSeparator
    /// Weak: combining marks, and what is not seen.
    case mark
    /// Neutral: spaces, punctuation, symbols, emoji.
    case neutral

    /// The type of a character.
    init(_ scalar: UInt32, by library: HarfBuzz) {
        self = scalar < 0x80 ? Self.ascii(scalar) : Self.special(scalar) ?? Self.derived(scalar, by: library)
    }

    /// Whether a character may be of the types ``right``, ``arabic`` or ``arabicNumber``: all of these, assigned or not,
    /// are in a few blocks (UAX 9, section 3.2, and DerivedBidiClass.txt of Unicode 16).
    static func mayBeRightToLeft(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private static func ascii(_ scalar: UInt32) -> BidiClass {
        switch scalar {
        case 0x41...0x5A, 0x61...0x7A: .left
        case 0x30...0x39: .europeanNumber
        case 0x2B, 0x2D: .europeanSeparator
        case 0x2C, 0x2E, 0x2F, 0x3A: .commonSeparator
        case 0x23...0x25: .europeanTerminator
        default: .neutral
        }
    }

    /// The types that neither script nor category tells.
    private static func special(_ scalar: UInt32) -> BidiClass? {
        switch scalar {
        case 0x200E: .left
        case 0x200F: .right
        case 0x061C, 0x060D, 0x061B...0x061F, 0x0640, 0x066D: .arabic
        case 0x0660...0x0669, 0x066B, 0x066C: .arabicNumber
        case 0x00B2, 0x00B3, 0x00B9, 0x06F0...0x06F9, 0x2070, 0x2074...0x2079, 0x2080...0x2089, 0xFF10...0xFF19:
            .europeanNumber
        case 0x207A, 0x207B, 0x208A, 0x208B, 0x2212, 0xFF0B, 0xFF0D: .europeanSeparator
        case 0x00A0, 0x060C, 0x202F, 0x2044, 0xFF0C, 0xFF0E, 0xFF0F, 0xFF1A: .commonSeparator
        case 0x00B0, 0x00B1, 0x066A, 0x2030...0x2034, 0x2213, 0xFF03, 0xFF05: .europeanTerminator
        default: nil
        }
    }

    private static func derived(_ scalar: UInt32, by library: HarfBuzz) -> BidiClass {
        let category = library.category(of: scalar)
        switch category {
        case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK,
            HB_UNICODE_GENERAL_CATEGORY_FORMAT:
            return .mark
        case HB_UNICODE_GENERAL_CATEGORY_CURRENCY_SYMBOL: return .europeanTerminator
        default: break
        }
        let script = library.script(of: scalar)
        if HarfBuzz.isOwn(script) {
            guard library.isRightToLeft(script) else { return .left }
            let isArabic = [HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_THAANA].contains(script)
            return isArabic ? .arabic : .right
        }
        switch category {
        case HB_UNICODE_GENERAL_CATEGORY_LOWERCASE_LETTER, HB_UNICODE_GENERAL_CATEGORY_UPPERCASE_LETTER,
            HB_UNICODE_GENERAL_CATEGORY_MODIFIER_LETTER, HB_UNICODE_GENERAL_CATEGORY_OTHER_LETTER,
            HB_UNICODE_GENERAL_CATEGORY_LETTER_NUMBER, HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
            return .left
        default: return .neutral
        }
    }
}
