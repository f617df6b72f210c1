import CartLayout
import Testing

@testable import TextMeasurement
import TestSupport

/// Titles that are wider than their frame.
@Suite struct TruncationTests {
    /// By `hb-shape DejaVuSans.ttf` in units of 2,048: "Handbag" 9,248, "Handb…" 8,741, "Hand…" 7,441, "…" 2,048.
    @Test(
        .needsDejaVu,
        arguments: [
            (9248, "Handbag"), (9247.9, "Handb…"), (8741, "Handb…"), (8740.9, "Hand…"), (7441, "Hand…"),
            (7440.9, "Han…"), (2048, "…"), (2047.9, ""), (0, ""), (-5, ""),
        ]
    )
    func longestPrefix(width: Double, text: String) throws {
        let measure = try FontMeasure(FontStack(try Font(path: Fonts.dejaVu)), size: 2048, scale: .none)
        let title = measure.truncate("Handbag", toWidth: width)
        #expect(title.text == text)
        #expect(title.isTruncated == (text != "Handbag"))
        #expect(title.size == measure.size(of: text))
    }

    @Test func withoutAFont() throws {
        let measure = try SyntheticMeasure(size: 10)
        #expect(measure.truncate("Handbag", toWidth: 35).text == "Handbag")
        #expect(measure.truncate("Handbag", toWidth: 34.9).text == "Handb…")
        #expect(
            measure.truncate("手提包大", toWidth: 30)
                == VisibleTitle(text: "手提…", size: Size(width: 25, height: 10), isTruncated: true)
        )
        #expect(measure.truncate("手提包大", toWidth: .nan) == VisibleTitle(text: "", size: .zero, isTruncated: true))
        #expect(measure.truncate("", toWidth: 0) == VisibleTitle(text: "", size: .zero, isTruncated: false))
        // A family is one cluster: all or nothing.
        #expect(measure.truncate("a👨‍👩‍👧b", toWidth: 15).text == "a…")
        // The frame bounds the size although its own edge is off the pixel grid.
        #expect(try SyntheticMeasure(size: 9).truncate("abc", toWidth: 13.5).size.width == 13.5)
    }

    private static let alphabet = Array(
        "abcXYZ AVTo.,()-12 éñß\u{301}\u{308}ЖЯ手提包機ハンド핸드 حقيبةمرحبا שלום अनुभव ไทย 😀👍🏽👨‍👩‍👧🇨🇳\u{200D}\u{200F}\u{FE0F}\n…"
            .unicodeScalars
    )

    static func title(_ random: inout SplitMix64) -> String {
        var title = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            if Int.random(in: 0..<20, using: &random) == 0 {
                // Any scalar at all.
                title.append(Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &random)) ?? "\u{FFFD}")
            } else {
                title.append(alphabet.randomElement(using: &random) ?? "a")
            }
        }
        return String(title)
    }

    /// Fits; is a prefix in whole clusters and the ellipsis; never shows less in a wider frame.
    private func check(_ measure: some LineMeasure, seed: UInt64, titles: Int) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<titles {
            let title = Self.title(&random)
            let whole = measure.extent(of: title).width
            var shown = -1
            for step in 0...12 {
                let width = whole * Double(step) / 10
                let visible = measure.truncate(title, toWidth: width)
                let context: Comment = "seed \(seed) title \(title.debugDescription) width \(width)"
                #expect(measure.shortened(title, toWidth: width) == (visible.isTruncated ? visible.text : nil), context)
                #expect(visible.size.width <= width + 1e-6, context)
                #expect(measure.extent(of: visible.text).width <= width + 1e-4, context)
                if step >= 11 { #expect(visible.text.utf8.elementsEqual(title.utf8), context) }
                #expect(visible == measure.truncate(title, toWidth: width), context)
                if visible.isTruncated {
                    #expect(
                        visible.text.isEmpty || visible.text.utf8.reversed().starts(with: "…".utf8.reversed()),
                        context
                    )
                    let kept = visible.text.unicodeScalars.dropLast()
                    #expect(title.unicodeScalars.starts(with: kept), context)
                    let end = title.unicodeScalars.index(title.startIndex, offsetBy: kept.count)
                    #expect(end == title.endIndex || title.indices.contains(end), context)
                }
                #expect(visible.text.unicodeScalars.count >= shown || !visible.isTruncated, context)
                shown = visible.isTruncated ? visible.text.unicodeScalars.count : .max
            }
        }
    }

    @Test(.needsDejaVu) func randomTitlesInFonts() throws {
        check(try FontMeasure(Fonts.stack(), size: 17.5, scale: .two), seed: .random(in: 0 ... .max), titles: 60)
    }

    @Test func randomTitlesWithoutAFont() throws {
        check(try SyntheticMeasure(size: 17.5, scale: .two), seed: .random(in: 0 ... .max), titles: 200)
    }

    /// A long title costs what is visible of it, not its length squared.
    @Test(.needsDejaVu) func aVeryLongTitle() throws {
        let measure = try FontMeasure(Fonts.stack(), size: 16)
        let title = String(repeating: "حقيبة bag 手提包 ", count: 2_000)
        let visible = measure.truncate(title, toWidth: 200)
        #expect(visible.isTruncated && visible.size.width <= 200 && visible.size.width > 150)
    }
}
