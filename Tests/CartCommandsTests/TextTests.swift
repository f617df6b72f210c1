import CartCommands
import Testing

@Suite("Text on a terminal")
struct TextTests {
    // Widths by Unicode Standard Annex 11 (East Asian Width) and Technical Standard 51 (emoji), and as xterm, VTE and
    // kitty draw them.
    @Test(
        "width",
        arguments: [
            ("", 0), ("abc", 3), ("单肩包", 6), ("阿尔法·罗密欧", 13), ("ｱ", 1), ("Ａ", 2), ("각", 2), ("각", 2),
            ("e\u{301}", 1), ("é", 1), ("a\u{300}\u{301}\u{302}", 1), ("سلة", 3), ("مَرْحَبًا", 5), ("שָׁלוֹם", 4),
            ("😀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇫🇷", 2), ("❤", 1), ("❤️", 2), ("1️⃣", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
            ("a\u{200B}b", 2), ("a\u{200D}b", 2), ("…", 1), ("─│┌", 3), ("·", 1), ("ไทย", 3), ("नि", 2),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test("padding and cutting count columns, not characters")
    func padding() {
        #expect("单肩包".padded(to: 8) == "单肩包  ")
        #expect("单肩包".padded(to: 9, .trailing) == "   单肩包")
        #expect("单肩包".padded(to: 9, .center) == " 单肩包  ")
        #expect("单肩包".padded(to: 3) == "单肩包")
        #expect("单肩包".truncated(to: 6) == "单肩包")
        #expect("单肩包".truncated(to: 5) == "单肩…")
        #expect("单肩包".truncated(to: 4) == "单…")
        #expect("👩‍👩‍👧👩‍👩‍👧".truncated(to: 3) == "👩‍👩‍👧…")
        #expect("abc".truncated(to: 0) == "")
        for width in 0..<8 {
            #expect("单a肩b包".truncated(to: width).displayWidth <= width)
        }
    }

    @Test(
        "what would steer a terminal is spelled out, what a script needs stays",
        arguments: [
            ("plain 单肩包", "plain 单肩包"), ("\u{1B}[31m", #"\u{1B}[31m"#), ("a\tb\nc", #"a\u{9}b\u{A}c"#),
            ("\u{0}\u{7F}\u{80}\u{9B}", #"\u{0}\u{7F}\u{80}\u{9B}"#), ("\u{202E}x\u{2066}", #"\u{202E}x\u{2066}"#),
            ("a\u{2028}b", #"a\u{2028}b"#), ("👩‍👩‍👧", "👩‍👩‍👧"), ("می\u{200C}خواهم", "می\u{200C}خواهم"),
            ("a\u{200F}b", "a\u{200F}b"),
            ("\r\n", #"\u{D}\u{A}"#),
        ]
    )
    func visible(text: String, shown: String) {
        #expect(text.visible == shown)
    }

    @Test(
        "words for a shell",
        arguments: [
            ("default", "default"), ("till-2", "till-2"), ("till 2", "'till 2'"), ("", "''"), ("it's", #"'it'\''s'"#),
            ("$x", "'$x'"),
            ("单肩包", "单肩包"), ("a;b", "'a;b'"), ("~", "'~'"), ("-x", "-x"), ("'", #"''\'''"#),
        ]
    )
    func shell(text: String, quoted: String) {
        #expect(text.shellQuoted == quoted)
    }

    @Test("a table's columns are as wide as they look, and no line ends with spaces")
    func table() {
        var page = Page(for: Terminal(isTerminal: false))
        var table = TextTable(columns: [
            .init(title: "Name"), .init(title: "N", alignment: .trailing), .init(title: "Note"),
        ])
        table.rows = [["单肩包", "1", "x"], ["👩‍👩‍👧", "100", ""], ["سلة"], [], ["a", "2", "b", "beyond the last column"]]
        page.table(table)
        #expect(
            page.text == """
                Name      N  Note
                单肩包    1  x
                👩‍👩‍👧      100
                سلة

                a         2  b

                """
        )
    }

    @Test("a wide character on a canvas is never left as half of one")
    func canvas() {
        var canvas = Canvas(width: 6, height: 1)
        func text() -> String {
            var page = Page(for: Terminal(isTerminal: false))
            canvas.write(to: &page, indent: 0)
            return page.text
        }
        canvas.write("单肩包", row: 0, column: 0, width: 6)
        #expect(text() == "单肩包\n")
        canvas.write("x", row: 0, column: 1, width: 1)
        #expect(text() == " x肩包\n")
        canvas.write("y", row: 0, column: 2, width: 1)
        #expect(text() == " xy 包\n")
        canvas.write("包", row: 0, column: 5, width: 2)
        canvas.write("z", row: 7, column: 0, width: 1)
        canvas.write("单", row: 0, column: -1, width: 2)
        #expect(text() == " xy 包\n")
        canvas.write("肩", row: 0, column: 3, width: 2)
        #expect(text() == " xy肩\n")
    }
}
