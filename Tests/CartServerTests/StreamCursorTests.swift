import CartModel
import Testing

@testable import CartServer

@Suite("Where a stream stands")
struct StreamCursorTests {
    /// What a cursor says, as text.
    func told(_ cursor: inout StreamCursor, _ history: ChangeHistory, last name: String? = nil) -> String? {
        switch cursor.next(in: history, where: { $0.sequence % 10 != 0 }) {
        case nil: return nil
        case .resumed(let sequence): return "resumed \(sequence)"
        case .resync(let sequence): return "resync \(sequence)"
        case .change(let change): return "\(change.sequence)"
        case .page(let sequence, let after):
            cursor.finishPage(last: name)
            return "page \(sequence) \(after ?? "-")"
        }
    }

    func append(_ count: Int, to history: inout ChangeHistory) {
        for _ in 0..<count { history.append(.catalogRemoved(name: "c")) }
        history.commit()
    }

    @Test("It begins with everything, then come the changes, each once")
    func fresh() {
        var history = ChangeHistory(newest: 7)
        var cursor = StreamCursor(from: nil)
        #expect(told(&cursor, history) == "page 7 -")
        #expect(told(&cursor, history) == nil)
        append(4, to: &history)
        #expect(["8", "9", "11", nil, nil] == (0..<5).map { _ in told(&cursor, history) })
        append(1, to: &history)
        #expect(told(&cursor, history) == "12")
    }

    @Test("What changes while pages are told comes after the last of them")
    func pages() {
        var history = ChangeHistory()
        append(3, to: &history)
        var cursor = StreamCursor(from: nil)
        #expect(told(&cursor, history, last: "m") == "page 3 -")
        append(1, to: &history)
        #expect(told(&cursor, history, last: "t") == "page 3 m")
        append(1, to: &history)
        #expect(told(&cursor, history) == "page 3 t")
        #expect(["4", "5", nil] == (0..<3).map { _ in told(&cursor, history) })
    }

    @Test("It goes on where nothing is lost, also after a restart, and begins again where something is")
    func resuming() {
        var history = ChangeHistory(newest: 5, count: 8)
        var same = StreamCursor(from: 5)
        #expect(told(&same, history) == "resumed 5")
        #expect(told(&same, history) == nil)
        for (from, lost) in [(Int64.min, 0), (-1, 0), (0, 0), (4, 4), (6, 4), (Int64.max, 4)] {
            var other = StreamCursor(from: from)
            #expect(told(&other, history) == "resync \(lost)")
            #expect(told(&other, history) == "page 5 -")
            #expect(told(&other, history) == nil)
        }
        append(2, to: &history)
        var late = StreamCursor(from: 5)
        #expect(["resumed 5", "6", "7", nil] == (0..<4).map { _ in told(&late, history) })
        // The reader is told what it has: with that it would be sent back to the same place.
        append(20, to: &history)
        #expect(["resync 7", "page 27 -", nil] == (0..<3).map { _ in told(&late, history) })
    }

    @Test("Falling out of the history between two pages begins again once they are told")
    func lostBetweenPages() {
        var history = ChangeHistory(count: 8)
        var cursor = StreamCursor(from: nil)
        #expect(told(&cursor, history, last: "m") == "page 0 -")
        append(20, to: &history)
        #expect(["page 0 m", "resync 0", "page 20 -", nil] == (0..<4).map { _ in told(&cursor, history) })
    }

    @Test("One that was told everything does not fall out of the history for what it did not ask for")
    func skipping() {
        var history = ChangeHistory(count: 8)
        var cursor = StreamCursor(from: nil)
        #expect(told(&cursor, history) == "page 0 -")
        append(20, to: &history)
        cursor.skip(to: 20)
        append(1, to: &history)
        #expect(["21", nil] == (0..<2).map { _ in told(&cursor, history) })
        cursor.skip(to: 3)
        append(1, to: &history)
        #expect(["22", nil] == (0..<2).map { _ in told(&cursor, history) })
    }
}
