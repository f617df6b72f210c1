import CartLayout
import Testing

@testable import TextMeasurement

/// The measure without a font.
@Suite struct SyntheticMeasureTests {
    /// Widths in halves of the size; wide and narrow by EastAsianWidth.txt, emoji by emoji-data.txt.
    @Test(
        arguments: [
            ("Bag", 3), ("手提包", 6), ("手提包A", 7), ("ｱｲｳ", 3), ("ＡＢＣ", 6), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
            ("e\u{301}", 1), ("é", 1), ("😀", 2), ("👨‍👩‍👧", 2), ("🇨🇳", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("a\u{FE0F}", 1),
            ("مرحبا", 5), ("\u{200D}", 0), ("\u{200B}", 0), ("。", 2), ("、", 2), ("€", 1), ("⌚", 2), ("𠀀", 2), ("㎏", 2),
            ("A\nB", 3), ("\r\n", 2), ("…", 1),
        ]
    )
    func widths(title: String, halves: Double) throws {
        let extent = try SyntheticMeasure(size: 20).extent(of: title)
        #expect(extent == LineExtent(width: halves * 10, ascent: 16, descent: 4))
    }

    @Test func ceiledToPixels() throws {
        #expect(try SyntheticMeasure(size: 15).size(of: "Bag") == Size(width: 23, height: 15))
        #expect(try SyntheticMeasure(size: 15, scale: .two).size(of: "Bag") == Size(width: 22.5, height: 15))
        #expect(try SyntheticMeasure(size: 0.1, scale: .one).size(of: "Bag") == Size(width: 1, height: 1))
        #expect(try SyntheticMeasure(size: 15).size(of: "") == .zero)
        // 0.1 x 30 is not quite 3 in binary; the dust makes no fourth pixel.
        #expect(try SyntheticMeasure(size: 0.2).size(of: String(repeating: "a", count: 30)).width == 3)
    }
}
