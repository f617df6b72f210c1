import CartModel
import Testing

@testable import CartStore

@Suite("Recorded answers")
struct AnswerTests {
    /// Two clocks that a test sets.
    final class Clock {
        var wall: Int64 = 1_800_000_000
        var steady: Int64 = 1000

        func advance(_ seconds: Int64) {
            wall += seconds
            steady += seconds
        }
    }

    static func options(_ clock: Clock, count: Int = 262_144) -> StoreOptions {
        var options = StoreOptions()
        options.wallClock = { clock.wall }
        options.steadyClock = { clock.steady }
        options.answerCount = count
        return options
    }

    static func answer(_ number: Int) -> RecordedAnswer {
        RecordedAnswer(
            request: Array("request \(number)".utf8),
            answer: Array(String(repeating: "answer \(number) ", count: number % 50).utf8)
        )
    }

    static func key(_ number: Int, owner: UInt32 = 1000) throws -> IdempotencyKey {
        try IdempotencyKey(owner: owner, key: "key \(number)")
    }

    static func record(_ numbers: Range<Int>, in store: ModelStore) throws {
        for number in numbers {
            store.record(answer(number), for: try key(number))
        }
        try store.commit()
    }

    /// Which of the numbers have an answer; a wrong one counts as none.
    static func recorded(_ numbers: Range<Int>, in store: ModelStore) throws -> [Int] {
        try numbers.filter { try store.recordedAnswer(for: try key($0)) == answer($0) }
    }

    @Test("A key is 1 to 128 printable ASCII characters")
    func keys() {
        for good in ["a", " ~", String(repeating: "k", count: 128)] {
            #expect((try? IdempotencyKey(owner: 0, key: good)) != nil)
        }
        for bad in ["", String(repeating: "k", count: 129), "a\n", "\u{7F}", "é", "\0"] {
            #expect(throws: CartError(.malformed, "an idempotency key has 1 to 128 printable ASCII characters")) {
                try IdempotencyKey(owner: 0, key: bad)
            }
        }
    }

    @Test("An answer is found in its turn, after it and after a restart, by its owner only")
    func found() throws {
        let folder = try TemporaryFolder()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path)
        #expect(try store?.recordedAnswer(for: Self.key(1)) == nil)
        store?.record(Self.answer(1), for: try Self.key(1))
        #expect(try store?.recordedAnswer(for: Self.key(1)) == Self.answer(1))
        try store?.commit()
        #expect(try store?.recordedAnswer(for: Self.key(1)) == Self.answer(1))
        try Self.record(2..<300, in: try #require(store))
        store?.record(RecordedAnswer(request: [], answer: []), for: try Self.key(1, owner: 2))
        try store?.commit()
        store = nil
        let again = try ModelStore(stateDirectory: folder.path)
        #expect(try Self.recorded(0..<310, in: again) == Array(1..<300))
        #expect(try again.recordedAnswer(for: Self.key(1, owner: 2)) == RecordedAnswer(request: [], answer: []))
        #expect(try again.recordedAnswer(for: Self.key(2, owner: 2)) == nil)
    }

    @Test("Keys that share a hash are told apart", arguments: [1, 2, 7])
    func collisions(hashes: Int) throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        var options = Self.options(clock)
        options.fingerprint = { $0.key.utf8.reduce(0) { $0 &+ Int($1) } % hashes }
        for round in 0..<3 {
            let store = try ModelStore(stateDirectory: folder.path, options: options)
            for number in 0..<20 {
                #expect(try store.recordedAnswer(for: Self.key(number)) == (round == 0 ? nil : Self.answer(number)))
            }
            try Self.record(0..<10, in: store)
            try Self.record(10..<20, in: store)
            #expect(try Self.recorded(0..<20, in: store) == Array(0..<20))
            for number in 20..<30 { #expect(try store.recordedAnswer(for: Self.key(number)) == nil) }
        }
        let store = try ModelStore(stateDirectory: folder.path, options: options)
        clock.advance(700)
        for number in 20..<100 { try Self.record(number..<number + 1, in: store) }
        #expect(try Self.recorded(0..<110, in: store) == Array(20..<100))
    }

    @Test("Answers are kept ten minutes and then go with later commits")
    func retention() throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        let store = try ModelStore(stateDirectory: folder.path, options: Self.options(clock))
        try Self.record(0..<10, in: store)
        clock.advance(300)
        try Self.record(10..<20, in: store)
        clock.advance(299)
        try Self.record(20..<21, in: store)
        #expect(try Self.recorded(0..<30, in: store) == Array(0..<21))
        clock.advance(1)
        try Self.record(21..<22, in: store)
        #expect(try Self.recorded(0..<30, in: store) == Array(10..<22))
        clock.advance(1000)
        try Self.record(22..<23, in: store)
        #expect(try Self.recorded(0..<30, in: store) == [22])
        #expect(try store.database.integer("SELECT count(*) FROM answers") == 1)
    }

    @Test("The oldest go when there are too many")
    func capacity() throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path, options: Self.options(clock, count: 100))
        for start in stride(from: 0, to: 1000, by: 10) {
            try Self.record(start..<start + 10, in: try #require(store))
            let expected = Array(max(0, start - 90)..<start + 10)
            #expect(try Self.recorded(0..<1000, in: try #require(store)) == expected)
        }
        store = nil
        store = try ModelStore(stateDirectory: folder.path, options: Self.options(clock, count: 100))
        try Self.record(1000..<1001, in: try #require(store))
        #expect(try Self.recorded(0..<1010, in: try #require(store)) == Array(910..<1001))
        #expect(try store?.database.integer("SELECT count(*) FROM answers") == 10)
    }

    @Test(
        "A wall clock that is set while the store is open changes nothing",
        arguments: [-100_000_000, -1, 1, 100_000_000]
    )
    func wallClockSet(jump: Int64) throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        let store = try ModelStore(stateDirectory: folder.path, options: Self.options(clock))
        try Self.record(0..<1, in: store)
        clock.wall += jump
        try Self.record(1..<2, in: store)
        clock.advance(599)
        try Self.record(2..<3, in: store)
        #expect(try Self.recorded(0..<10, in: store) == [0, 1, 2])
        clock.advance(1)
        try Self.record(3..<4, in: store)
        #expect(try Self.recorded(0..<10, in: store) == [2, 3])
    }

    @Test("A wall clock that was set back between two runs neither deletes answers nor keeps them")
    func wallClockSetBackBetweenRuns() throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        var store: ModelStore? = try ModelStore(stateDirectory: folder.path, options: Self.options(clock))
        try Self.record(0..<2, in: try #require(store))
        store = nil
        clock.wall -= 100_000
        clock.steady = 5
        store = try ModelStore(stateDirectory: folder.path, options: Self.options(clock))
        #expect(try Self.recorded(0..<10, in: try #require(store)) == [0, 1])
        try Self.record(2..<3, in: try #require(store))
        #expect(try Self.recorded(0..<10, in: try #require(store)) == [0, 1, 2])
        clock.advance(599)
        store = nil
        store = try ModelStore(stateDirectory: folder.path, options: Self.options(clock))
        try Self.record(3..<4, in: try #require(store))
        #expect(try Self.recorded(0..<10, in: try #require(store)) == [0, 1, 2, 3])
        clock.advance(1)
        try Self.record(4..<5, in: try #require(store))
        #expect(try Self.recorded(0..<10, in: try #require(store)) == [3, 4])
    }

    @Test("A directory that is cut or changed anywhere is not readable, or is another, but never a trap")
    func directories() throws {
        var batch = AnswerBatch()
        for number in 0..<5 { batch.append(Self.answer(number), for: try Self.key(number)) }
        let entries = try #require(batch.directory.withUnsafeBufferPointer(AnswerBatch.entries(of:)))
        #expect(try entries.map(\.key) == (0..<5).map { try Self.key($0) })
        #expect(entries.map { Array(batch.bodies[$0.answer]) } == (0..<5).map { Self.answer($0).answer })
        #expect(entries.map { Array(batch.bodies[$0.request]) } == (0..<5).map { Self.answer($0).request })
        let boundaries = Set((0...5).map { batch.directory.count / 5 * $0 })
        for length in 0..<batch.directory.count where !boundaries.contains(length) {
            #expect(Array(batch.directory.prefix(length)).withUnsafeBufferPointer(AnswerBatch.entries(of:)) == nil)
        }
        for index in batch.directory.indices {
            for bit in 0..<8 {
                var changed = batch.directory
                changed[index] ^= 1 << bit
                _ = changed.withUnsafeBufferPointer(AnswerBatch.entries(of:))
            }
        }
    }
}
