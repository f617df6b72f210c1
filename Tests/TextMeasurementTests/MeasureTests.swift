import CartLayout
import Testing

@testable import TextMeasurement

/// Extents of titles, against what hb-shape 6.0.0 prints.
@Suite struct MeasureTests {
    /// `hb-shape --no-glyph-names --no-clusters DejaVuSans.ttf TITLE`, the advances added up.
    private static let dejaVuAdvances: [(String, Double)] = [
        ("Handbag", 9248), ("AVATAR To Wa.", 14956), ("office", 5619), ("Crème brûlée", 13922),
        ("Škoda Octavia 1.9", 18612), ("Москва", 7845), ("حقيبة يد", 6932), ("مرحبا", 4735), ("שלום", 4532),
        ("Cafe", 4666), ("12,50", 5863), ("…", 2048),
    ]

    @Test(.needsDejaVu, arguments: dejaVuAdvances)
    func advancesOfDejaVu(title: String, units: Double) throws {
        let fonts = FontStack(try Font(path: Fonts.dejaVu))
        // At a size of the em, a point is a font unit.
        let extent = try FontMeasure(fonts, size: 2048, scale: .none).extent(of: title)
        #expect(extent == LineExtent(width: units, ascent: 1901, descent: 483))
        #expect(try FontMeasure(fonts, size: 16, scale: .none).extent(of: title).width == units / 128)
        #expect(try FontMeasure(fonts, size: 17, scale: .none).glyphRuns(of: title).extent.width == units / 2048 * 17)
    }

    /// The same for `--face-index=2 NotoSansCJK-Regular.ttc`.
    private static let notoAdvances: [(String, Double)] = [
        ("手提包", 3000), ("单肩包ABC", 4903), ("ハンドバッグ", 6000), ("핸드백", 2760), ("価格、￥1200", 6220),
    ]

    @Test(.needsBothFonts, arguments: notoAdvances)
    func advancesOfNoto(title: String, units: Double) throws {
        let fonts = FontStack(try Font(path: Fonts.notoCJK, index: 2))
        let extent = try FontMeasure(fonts, size: 1000, scale: .none).extent(of: title)
        #expect(abs(extent.width - units) < 1e-9)
        #expect(abs(extent.ascent - 1160) < 1e-9 && abs(extent.descent - 288) < 1e-9)
    }

    /// "Bag " 4,611 of 2,048 and 手提包 3,000 of 1,000, a space 651, حقيبة 4,636 of 2,048: the runs as hb-shape prints
    /// them.
    @Test(.needsBothFonts) func threeScriptsInOneTitle() throws {
        let measure = try FontMeasure(Fonts.stack(), size: 20, scale: .none)
        let extent = measure.extent(of: "Bag 手提包 حقيبة")
        #expect(abs(extent.width - 20 * (3.0 + Double(4611 + 651 + 4636) / 2048)) < 1e-9)
        // Nothing of either font is cut off.
        #expect(abs(extent.ascent - 20 * 1.160) < 1e-9 && abs(extent.descent - 20 * 0.288) < 1e-9)
        let line = measure.glyphRuns(of: "Bag 手提包 حقيبة")
        #expect(line.missingGlyphs == 0)
        #expect(line.runs.map(\.font.unitsPerEm) == [2048, 1000, 2048, 2048])
        #expect(line.runs.map(\.isRightToLeft) == [false, false, false, true])
    }

    @Test(.needsDejaVu) func sizesAreCeiledToPixels() throws {
        let fonts = FontStack(try Font(path: Fonts.dejaVu))
        // 9,248 / 2,048 x 16 = 72.25; (1,901 + 483) / 2,048 x 16 = 18.625.
        #expect(try FontMeasure(fonts, size: 16).size(of: "Handbag") == Size(width: 73, height: 19))
        #expect(try FontMeasure(fonts, size: 16, scale: .two).size(of: "Handbag") == Size(width: 72.5, height: 19))
        #expect(
            try FontMeasure(fonts, size: 16, scale: .none).size(of: "Handbag") == Size(width: 72.25, height: 18.625)
        )
        #expect(try FontMeasure(fonts, size: 16).size(of: "") == .zero)
    }

    /// An ideographic em is the size, exactly, however its thousandths are added.
    @Test(.needsBothFonts) func wholeEmsStayWhole() throws {
        for size in [7.0, 11, 13, 17.1, 300] {
            let measure = try FontMeasure(FontStack(try Font(path: Fonts.notoCJK)), size: size, scale: .three)
            for count in 1...40 {
                let width = measure.size(of: String(repeating: "包", count: count)).width
                #expect(width == (size * Double(count) * 3 - 1e-6).rounded(.up) / 3)
            }
        }
    }

    /// A title is one line: what would break it is a space.
    @Test(.needsDejaVu) func controlCharactersAreSpaces() throws {
        let measure = try FontMeasure(Fonts.stack(), size: 2048)
        for control in ["\n", "\t", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}"] {
            #expect(measure.size(of: "A\(control)B") == measure.size(of: "A B"), "\(control.unicodeScalars)")
        }
        #expect(measure.glyphRuns(of: "A\r\nB").missingGlyphs == 0)
    }

    /// Characters that are not seen take no room and send no letter to another font.
    @Test(.needsDejaVu) func invisibleCharactersTakeNoRoom() throws {
        let measure = try FontMeasure(Fonts.stack(), size: 2048)
        #expect(measure.size(of: "A\u{200B}\u{2060}\u{FE0F}B").width == measure.size(of: "AB").width)
    }

    /// `hb-shape --face-index=0 --language=ja` and `zh-Hans` of 直 in Noto Sans CJK: glyphs 27873 and 27874.
    @Test(.needsBothFonts, arguments: [("ja", 27873), ("zh-Hans", 27874), (nil, 27873)] as [(String?, UInt32)])
    func letterFormsByLanguage(language: String?, glyph: UInt32) throws {
        let fonts = try FontStack(named: [Fonts.notoCJK], language: language)
        let line = try FontMeasure(fonts, size: 16).glyphRuns(of: "直")
        #expect(line.runs.flatMap(\.glyphs).map(\.id) == [glyph])
    }

    /// `String` calls both titles equal; fonts need not measure them alike.
    @Test func cacheTellsBytesApart() {
        let titles = ["\u{212B}\u{5D0}", "\u{C5}\u{5D0}"]
        #expect(titles[0] == titles[1])
        #expect(Set(titles.map { TitleKey($0) }).count == 2)
        #expect(TitleKey("a", bits: 1) != TitleKey("a", bits: 2))
        #expect(TitleKey("a") == TitleKey("a") && TitleKey("a").hashValue == TitleKey("a").hashValue)
    }

    @Test func cacheIsBoundedAndKeepsWhatIsAskedFor() {
        var cache = GenerationCache<Int, Int>(capacity: 10)
        cache.insert(-1, for: -1)
        for number in 0..<1000 {
            #expect(cache.value(for: number) == nil)
            cache.insert(number, for: number)
            #expect(cache.value(for: number) == number)
            #expect(cache.value(for: -1) == -1)
            #expect(cache.count <= 20)
        }
        #expect(cache.value(for: 0) == nil)
    }

    @Test(.needsDejaVu) func measuringFromManyThreads() async throws {
        let measure = try FontMeasure(Fonts.stack(), size: 16)
        let expected = (0..<200).map { measure.size(of: "Bag \($0)") }
        let other = try FontMeasure(Fonts.stack(), size: 16)
        await withTaskGroup(of: [Size].self) { group in
            for _ in 0..<4 {
                group.addTask { (0..<200).map { other.size(of: "Bag \($0)") } }
            }
            for await sizes in group { #expect(sizes == expected) }
        }
    }

    @Test(.needsDejaVu, arguments: [0, -1, .nan, .infinity, 10_001])
    func impossibleSizesAreRefused(size: Double) throws {
        let fonts = try Fonts.stack()
        #expect(throws: GeometryError.self) { try FontMeasure(fonts, size: size) }
        #expect(throws: GeometryError.self) { try SyntheticMeasure(size: size) }
    }
}
