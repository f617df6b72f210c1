import CartCommands
import TestSupport
import Testing

@Suite("Frames of a live view")
struct FrameTests {
    private static func page(_ lines: [String], columns: Int, rows: Int) -> Page {
        var page = Page(for: Terminal(isTerminal: false, columns: columns, rows: rows))
        for line in lines { page.line(line) }
        return page
    }

    @Test("what fits is shown as it is, the footer below")
    func fits() {
        let frame = Frame(Self.page(["one", "", "three"], columns: 20, rows: 10), footer: "end")
        #expect(frame.lines == ["one", "", "three", "", "end"])
        #expect(Frame(Self.page([], columns: 20, rows: 10)).lines == [])
    }

    @Test("a text that is too long says what is left out, at the end or in the middle")
    func cut() {
        let page = Self.page((1...9).map { "\($0)" }, columns: 20, rows: 7)
        #expect(Frame(page, footer: "end").lines == ["1", "2", "3", "4", "… 5 more lines", "", "end"])
        #expect(
            Frame(page, cut: .middle(afterLines: 2), footer: "end").lines
                == ["1", "2", "… 5 more lines", "8", "9", "", "end"]
        )
    }

    @Test("no frame is larger than its terminal, whatever the terminal", arguments: 1...12)
    func limits(rows: Int) {
        for columns in 1...12 {
            for cut in [Frame.Cut.end, .middle(afterLines: 3)] {
                for count in 0...14 {
                    let lines = (0..<count).map { _ in "a单肩包\u{301}👩‍👩‍👧 long" }
                    let frame = Frame(Self.page(lines, columns: columns, rows: rows), cut: cut, footer: "footer")
                    #expect(frame.lines.count <= rows)
                    #expect(frame.lines.allSatisfy { $0.displayWidth <= columns })
                    #expect(count == 0 || !frame.lines.isEmpty)
                }
            }
        }
    }

    @Test(
        "a painted line is cut by its columns, and what was painted is ended",
        arguments: [
            ("\u{1B}[1mbold\u{1B}[0m", 4, "\u{1B}[1mbold\u{1B}[0m"),
            ("\u{1B}[1mbold\u{1B}[0m", 3, "\u{1B}[1mbo…\u{1B}[0m"),
            ("\u{1B}[1mbold\u{1B}[0m plain", 6, "\u{1B}[1mbold\u{1B}[0m …"),
            ("\u{1B}[1mbold\u{1B}[0m plain", 5, "\u{1B}[1mbold\u{1B}[0m…"),
            // No half of a wide character is left.
            ("单肩包", 5, "单肩…"), ("单肩包", 4, "单…"), ("单肩包", 1, "…"), ("单肩包", 0, ""),
            // A mark at the start of a painted piece is not part of the sequence before it.
            ("\u{1B}[1m\u{301}abc\u{1B}[0m", 2, "\u{1B}[1m\u{301}a…\u{1B}[0m"),
        ]
    )
    func clipped(line: String, columns: Int, expected: String) {
        #expect(Array(line.clipped(to: columns).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("a redraw leaves on the screen what a drawing from nothing does, for 500 random pairs of frames")
    func redraw() {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let words = ["", "a", "单肩包", "é", "e\u{301}", "\u{1B}[1mbold\u{1B}[0m", "👩‍👩‍👧", "0123456789"]
        func frame(_ columns: Int, _ rows: Int) -> Frame {
            let lines = (0..<Int.random(in: 0...8, using: &random)).map { _ in
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    words[Int.random(in: 0..<words.count, using: &random)]
                }.joined()
            }
            return Frame(Self.page(lines, columns: columns, rows: rows), footer: "footer")
        }
        for _ in 0..<500 {
            let (columns, rows) = (Int.random(in: 1...14, using: &random), Int.random(in: 1...9, using: &random))
            var screen = TestScreen(columns: columns, rows: rows)
            let (first, second) = (frame(columns, rows), frame(columns, rows))
            screen.feed(Frame.enter + first.redraw(over: nil) + second.redraw(over: first))
            var fresh = TestScreen(columns: columns, rows: rows)
            fresh.feed(Frame.enter + second.redraw(over: nil))
            #expect(screen.lines == fresh.lines, "seed \(seed)")
            #expect(second.redraw(over: second).isEmpty)
            #expect(screen.hasCursor == false)
            screen.feed(Frame.leave)
            #expect(screen.hasCursor && screen.wraps && !screen.isAlternate)
        }
    }

    @Test("only what differs is written")
    func little() {
        let terminal = (columns: 20, rows: 9)
        let first = Frame(Self.page(["head", "one", "two"], columns: terminal.columns, rows: terminal.rows))
        let second = Frame(Self.page(["head", "ONE"], columns: terminal.columns, rows: terminal.rows))
        #expect(second.redraw(over: first) == "\u{1B}[2;1H\u{1B}[KONE\u{1B}[3;1H\u{1B}[J")
        // Of a terminal of another size nobody knows what it shows.
        let wider = Frame(Self.page(["head", "ONE"], columns: 21, rows: 9))
        #expect(wider.redraw(over: second) == "\u{1B}[H\u{1B}[2J\u{1B}[1;1H\u{1B}[Khead\u{1B}[2;1H\u{1B}[KONE")
    }
}
