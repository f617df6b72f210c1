import CartLayout
import TextMeasurement
import Testing

/// The direction of a title, UAX 9 rules P2 and P3.
@Suite struct TitleDirectionTests {
    @Test(
        arguments: [
            ("", .leftToRight), ("bag", .leftToRight), ("买", .leftToRight), ("123 !", .leftToRight),
            ("שלום", .rightToLeft), ("شاي", .rightToLeft), ("123 شاي bag", .rightToLeft), ("!? bag شاي", .leftToRight),
            ("\u{200F}bag", .rightToLeft), ("\u{200E}شاي", .leftToRight), ("٣ bag", .leftToRight),
        ] as [(String, LayoutDirection)]
    )
    func ofTheFirstStrongCharacter(title: String, direction: LayoutDirection) throws {
        #expect(try LayoutDirection(firstStrongIn: title) == direction)
    }
}
