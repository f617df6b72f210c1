import Glibc
import TestSupport
import Testing

@testable import TextMeasurement

/// The fonts that recorded numbers are of, where Debian puts them.
enum Fonts {
    /// DejaVu Sans 2.37: 2,048 units in the em, 1,901 above and 483 below the baseline (its hhea table).
    static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    /// Noto Sans CJK: a collection, number 2 is for Simplified Chinese; 1,000 units, 1,160 above and 288 below.
    static let notoCJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

    static let hasDejaVu = access(dejaVu, R_OK) == 0
    static let hasBoth = hasDejaVu && access(notoCJK, R_OK) == 0

    static func stack() throws -> FontStack {
        FontStack(
            try Font(path: dejaVu),
            fallbacks: access(notoCJK, R_OK) == 0 ? [try Font(path: notoCJK, index: 2)] : []
        )
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, saying why, where DejaVu Sans is not installed.
    static var needsDejaVu: Self {
        .enabled(
            if: Fonts.hasDejaVu || FullRun.isRequired,
            "needs \(Fonts.dejaVu), from the Debian package fonts-dejavu-core"
        )
    }

    /// Skips a test, saying why, where DejaVu Sans or Noto Sans CJK is not installed.
    static var needsBothFonts: Self {
        .enabled(
            if: Fonts.hasBoth || FullRun.isRequired,
            "needs \(Fonts.dejaVu) and \(Fonts.notoCJK): fonts-dejavu-core, fonts-noto-cjk"
        )
    }
}
