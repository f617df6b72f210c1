import CartModel
import Testing
import TestSupport

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

    static func options(_ clock: Clock, count: Int = 1000, bytes: Int = 1 << 30) -> StoreOptions {
        var options = StoreOptions()
        options.wallClock = { clock.wall }
        options.steadyClock = { clock.steady }
        options.answerCount = count
        options.answerBytes = bytes
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
            let refusal = CartError(
                .malformed,
                "an idempotency key has 1 to 128 printable ASCII characters",
                details: ["field": "idempotencyKey"]
            )
            #expect(throws: refusal) { try IdempotencyKey(owner: 0, key: bad) }
        }
    }

    @Test("An answer is found in its turn, after it and after a restart, by its owner only")
    func found() throws {
        let folder = try TemporaryFolder.inMemory()
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
    func collisions(hashes: UInt32) throws {
        let folder = try TemporaryFolder.inMemory()
        let clock = Clock()
        var options = Self.options(clock)
        options.fingerprint = { $1.reduce(0) { $0 &+ UInt32($1) } % hashes }
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
        let folder = try TemporaryFolder.inMemory()
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

    /// Asks as the server does: the answer that is there, or room for one.
    static func isRefused(_ number: Int, owner: UInt32 = 1000, in store: ModelStore) throws -> CartError? {
        do {
            #expect(try store.recordedAnswer(for: key(number, owner: owner)) == nil)
            return nil
        } catch let error as CartError {
            return error
        }
    }

    @Test("A log that is full of young answers takes no more and drops none, until they are old", arguments: [0, 1, 2])
    func capacity(restarts: Int) throws {
        let folder = try TemporaryFolder.inMemory()
        let clock = Clock()
        let options = Self.options(clock, count: 100)
        var store = try ModelStore(stateDirectory: folder.path, options: options)
        func restart() throws {
            // The lock is free when the old store is gone, so it has to go first.
            store = try ModelStore(stateDirectory: folder.path + "/elsewhere")
            store = try ModelStore(stateDirectory: folder.path, options: options)
        }
        for number in 0..<75 {
            #expect(try Self.isRefused(number, in: store) == nil)
            try Self.record(number..<number + 1, in: store)
            if restarts == 2, number % 10 == 0 { try restart() }
        }
        if restarts == 1 { try restart() }
        clock.advance(599)
        let asked = try Self.isRefused(75, in: store)
        let refusal = try #require(asked)
        #expect(refusal.code == .overloaded)
        #expect(refusal.details == ["limit": "answers", "used": 75, "allowed": 75])
        // What is there is answered, and nothing is lost by asking.
        #expect(try Self.recorded(0..<75, in: store) == Array(0..<75))
        // Others have room.
        for number in 0..<18 {
            #expect(try Self.isRefused(number, owner: 2, in: store) == nil)
            store.record(Self.answer(number), for: try Self.key(number, owner: 2))
        }
        try store.commit()
        #expect(
            try Self.isRefused(18, owner: 2, in: store)?.details
                == ["limit": "answers", "used": 18, "allowed": 18]
        )
        #expect(try Self.isRefused(0, owner: 3, in: store) == nil)
        if restarts > 0 { try restart() }
        clock.advance(1)
        #expect(try Self.isRefused(75, in: store) == nil)
        try Self.record(75..<76, in: store)
        #expect(try Self.recorded(0..<1000, in: store).contains(75))
        #expect(try store.recordedAnswer(for: Self.key(17, owner: 2)) == Self.answer(17))
    }

    @Test("Bytes are bounded as the number is")
    func byteCapacity() throws {
        let folder = try TemporaryFolder.inMemory()
        let clock = Clock()
        let store = try ModelStore(stateDirectory: folder.path, options: Self.options(clock, bytes: 100_000))
        let answer = RecordedAnswer(request: [1, 2, 3], answer: [UInt8](repeating: 7, count: 9980))
        for round in 0..<20 {
            for number in 0..<8 {
                let key = try IdempotencyKey(owner: 1, key: "\(round % 10)\(number) .")
                #expect(try store.recordedAnswer(for: key) == nil)
                store.record(answer, for: key)
                if number % 3 == 0 { try store.commit() }
            }
            let asked = try Self.isRefused(1, owner: 1, in: store)
            let refusal = try #require(asked)
            #expect(refusal.code == .overloaded)
            #expect(refusal.details == ["limit": "answerBytes", "used": 80_000, "allowed": 75_000])
            try store.commit()
            clock.advance(600)
            // Twice what is kept, at most, and the rest is given back.
            #expect(
                try store.database.integer("SELECT sum(length(directory) + length(bodies)) FROM answers") <= 200_000
            )
        }
        #expect(try store.database.integer("PRAGMA page_count") * 4096 < 400_000)
    }

    @Test("What a refused commit would have recorded takes no room")
    func rolledBack() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path, options: Self.options(Clock(), count: 4))
        for _ in 0..<10 {
            for number in 0..<3 {
                #expect(try Self.isRefused(number, in: store) == nil)
                store.record(Self.answer(number), for: try Self.key(number))
                // The same key again counts once.
                store.record(Self.answer(number + 40), for: try Self.key(number))
            }
            #expect(try Self.isRefused(3, in: store)?.details == ["limit": "answers", "used": 3, "allowed": 3])
            store.rollback()
        }
        try Self.record(0..<3, in: store)
        #expect(try Self.isRefused(3, in: store)?.details == ["limit": "answers", "used": 3, "allowed": 3])
    }

    @Test("A log that is full, with times that are still to come, has room again in ten minutes")
    func fullOfFutureTimes() throws {
        let folder = try TemporaryFolder.inMemory()
        let clock = Clock()
        let options = Self.options(clock, count: 4)
        var store = try ModelStore(stateDirectory: folder.path, options: options)
        try Self.record(0..<3, in: store)
        store = try ModelStore(stateDirectory: folder.path + "/elsewhere")
        clock.wall -= 100_000
        store = try ModelStore(stateDirectory: folder.path, options: options)
        clock.advance(599)
        #expect(try Self.isRefused(3, in: store)?.code == .overloaded)
        clock.advance(1)
        #expect(try Self.isRefused(3, in: store) == nil)
    }

    @Test("A large turn is kept in small rows, so that an answer is repeated without reading all of it")
    func largeTurn() throws {
        let folder = try TemporaryFolder.inMemory()
        let store = try ModelStore(stateDirectory: folder.path)
        for number in 0..<1000 {
            store.record(
                RecordedAnswer(request: [UInt8(number % 256)], answer: Array(repeating: 1, count: number)),
                for: try Self.key(number)
            )
        }
        store.record(RecordedAnswer(request: [], answer: Array(repeating: 2, count: 1 << 20)), for: try Self.key(1000))
        try store.commit()
        #expect(try store.database.integer("SELECT max(length(bodies)) FROM answers") < 1 << 20 + 70_000)
        #expect(try store.database.integer("SELECT count(*) FROM answers WHERE length(bodies) > 70000") == 1)
        for number in 0..<1000 {
            #expect(try store.recordedAnswer(for: Self.key(number))?.answer.count == number)
        }
        #expect(try store.recordedAnswer(for: Self.key(1000))?.answer.count == 1 << 20)
    }

    @Test(
        "A wall clock that is set while the store is open changes nothing",
        arguments: [-100_000_000, -1, 1, 100_000_000]
    )
    func wallClockSet(jump: Int64) throws {
        let folder = try TemporaryFolder.inMemory()
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
        let folder = try TemporaryFolder.inMemory()
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

    @Test("A file whose answers have the last numbers there are refuses changes and does not trap")
    func lastNumbers() throws {
        let folder = try TemporaryFolder.inMemory()
        _ = try ModelStore(stateDirectory: folder.path)
        try RefusalTests.run(
            "INSERT INTO answers VALUES (\(Int64.max - 1), 4102444800, x'', x'')",
            on: folder.database
        )
        let store = try ModelStore(stateDirectory: folder.path)
        for number in 0..<3 {
            #expect(throws: CartError.self) {
                _ = try store.recordedAnswer(for: Self.key(number))
                try Self.record(number..<number + 1, in: store)
            }
        }
    }

    @Test("A directory that is cut or changed anywhere is not readable, or is another, but never a trap")
    func directories() throws {
        var batch = AnswerBatch()
        for number in 0..<5 { batch.append(Self.answer(number), for: try Self.key(number)) }
        let entries = try #require(Self.entries(batch.directory))
        #expect(entries.map(\.key) == (0..<5).map { "key \($0)" })
        #expect(entries.map { Array(batch.bodies[$0.answer]) } == (0..<5).map { Self.answer($0).answer })
        #expect(entries.map { Array(batch.bodies[$0.request]) } == (0..<5).map { Self.answer($0).request })
        #expect(entries.reduce(0) { $0 + $1.size } == batch.size)
        let boundaries = Set((0...5).map { batch.directory.count / 5 * $0 })
        for length in 0..<batch.directory.count where !boundaries.contains(length) {
            #expect(Self.entries(Array(batch.directory.prefix(length))) == nil)
        }
        for index in batch.directory.indices {
            for bit in 0..<8 {
                var changed = batch.directory
                changed[index] ^= 1 << bit
                _ = Self.entries(changed)
            }
        }
    }

    struct Entry {
        let key: String
        let request: Range<Int>
        let answer: Range<Int>
        let size: Int
    }

    /// What a directory says, or nil where it cannot be one.
    static func entries(_ bytes: [UInt8]) -> [Entry]? {
        bytes.withUnsafeBufferPointer { bytes in
            var directory = AnswerDirectory(bytes)
            var entries: [Entry] = []
            while let entry = directory.next() {
                entries.append(
                    Entry(
                        key: String(decoding: entry.key, as: UTF8.self),
                        request: entry.request,
                        answer: entry.answer,
                        size: entry.size
                    )
                )
            }
            return directory.isBroken ? nil : entries
        }
    }
}
