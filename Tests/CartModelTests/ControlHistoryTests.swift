import CartModel
import Testing

@Suite("Control history")
struct ControlHistoryTests {
    func history(_ count: Int, capacity: Int = 4, newest: Int64 = 0) throws -> ControlHistory {
        var history = ControlHistory(newest: newest, capacity: capacity)
        let control = try Control(name: "c")
        for number in 0..<count { history.append(.sent(ControlEvents(rawValue: UInt32(number))), of: control) }
        history.commit()
        return history
    }

    @Test("Events are numbered one by one, and told after the one that is known")
    func order() throws {
        let history = try history(5, capacity: 10)
        #expect(history.newest == 5)
        #expect(history.events(after: nil).events.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(history.events(after: 0).events.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(history.events(after: 3).events.map(\.sequence) == [4, 5])
        #expect(history.events(after: 5).events.isEmpty)
        for known in Int64(0)...5 { #expect(!history.events(after: known).isIncomplete) }
        #expect(!history.events(after: nil).isIncomplete)
    }

    @Test("What is forgotten, or of another history, is said to be missing", arguments: 1...40)
    func forgotten(count: Int) throws {
        let history = try history(count, newest: 100)
        let kept = history.events(after: nil).events.map(\.sequence)
        #expect(kept.count >= min(count, 4))
        #expect(kept.count < 8)
        #expect(kept.last == 100 + Int64(count))
        let first = try #require(kept.first)
        for known in [Int64.min, -1, 0, first - 2, 101 + Int64(count), Int64.max] {
            let (events, isIncomplete) = history.events(after: known)
            #expect(isIncomplete, "\(known)")
            #expect(events.map(\.sequence) == kept)
        }
        let (events, isIncomplete) = history.events(after: first - 1)
        #expect(!isIncomplete)
        #expect(events.map(\.sequence) == kept)
    }

    @Test("Taking back leaves what was final before", arguments: [1, 3, 7, 20])
    func rollback(count: Int) throws {
        var history = try history(3)
        let control = try Control(name: "d")
        for _ in 0..<count { history.append(.changed, of: control) }
        #expect(history.hasUncommitted)
        #expect(history.newest == 3 + Int64(count))
        history.rollback()
        #expect(!history.hasUncommitted)
        #expect(history.newest == 3)
        #expect(history.events(after: nil).events.allSatisfy { $0.sequence <= 3 })
        // Whoever knew all that was final has missed nothing, and the next number is the next one.
        #expect(!history.events(after: 3).isIncomplete)
        #expect(history.append(.removed, of: control) == 4)
        #expect(history.events(after: 3).events.map(\.kind) == [.removed])
        #expect(!history.events(after: 3).isIncomplete)
    }
}
