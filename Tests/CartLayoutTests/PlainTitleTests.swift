import CartLayout
import TestSupport
import Testing

/// The measure without a font has a short way for plain characters: it must come to what the long way comes to.
@Suite("Plain titles without a font")
struct PlainTitleTests {
    /// A zero width space stands alone, has no width, and is not plain: a title with one is measured the long way.
    private static let invisible = "\u{200B}"

    /// The plain ranges and what is around them.
    private static let alphabet = [
        0x20...0x7E, 0xB7...0x2AF, 0x391...0x52F, 0x5D0...0x5EA, 0x600...0x660, 0x2010...0x2030, 0x3001...0x30FF,
        0x3400...0x3410, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
        0xFF01...0xFF5E,
    ].flatMap { $0.compactMap { Unicode.Scalar($0) } }

    @Test("Every character of the basic plane is as wide both ways")
    func widths() throws {
        let measure = try SyntheticMeasure(size: 2)
        var differing: [Unicode.Scalar] = []
        for value in UInt32(0x20)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            // After a letter, which is one cluster with what joins it.
            let title = "a" + String(scalar)
            if measure.extent(of: title) != measure.extent(of: title + Self.invisible) { differing.append(scalar) }
        }
        #expect(differing.isEmpty)
    }

    @Test("Plain characters are cut where the search by whole clusters cuts them")
    func cuts() throws {
        let seed: UInt64 = 0x5EED_000C
        var random = SplitMix64(seed: seed)
        let measure = try SyntheticMeasure(size: 17, scale: .two)
        let joining: [Unicode.Scalar] = ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{11A8}", "\u{0300}", "\r", "\n", "😀"]
        for round in 0..<2_000 {
            var title = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                title.append(try #require(Self.alphabet.randomElement(using: &random)))
                if round % 2 == 0, Int.random(in: 0..<12, using: &random) == 0 {
                    title.append(try #require(joining.randomElement(using: &random)))
                }
            }
            let text = String(title)
            let whole = measure.extent(of: text).width
            #expect(whole == text.reduce(0) { $0 + measure.extent(of: String($1)).width }, "seed \(seed): \(text)")
            for width in [0, 8.5, 17, whole / 3, whole / 2, whole - 8.5, whole - 0.001, whole] {
                let visible = measure.truncate(text, toWidth: width)
                let expected = visible.isTruncated ? visible.text : nil
                #expect(measure.shortened(text, toWidth: width) == expected, "seed \(seed): \(text) in \(width)")
            }
        }
    }
}
