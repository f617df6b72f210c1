package import CartModel

extension ModelStore {
    /// The first answer that was given under a key, or nil where there is none and there is room to record one.
    ///
    /// It is asked before a change is made, and a change for which it throws is not made: rather than that a repeated
    /// request is applied twice, one whose answer could not be kept is refused.
    ///
    /// The log has room for ``StoreOptions/answerCount`` answers of ``StoreOptions/answerBytes`` bytes that are younger
    /// than ``StoreOptions/answerSeconds``; none of these is ever dropped. One user may use three quarters of what the
    /// others leave.
    ///
    /// - Throws: `overloaded` where there is no room (`details`: `limit`, `used`, `allowed`); `storageFailure` where the
    ///   database cannot be read.
    package func recordedAnswer(for key: IdempotencyKey) throws(CartError) -> RecordedAnswer? {
        if let answer = answers.pending[key] {
            return answer
        }
        try loadAnswers()
        for location in answers.locations(of: key) {
            if let answer = try readAnswer(at: location.place, of: location.row, for: key) {
                return answer
            }
        }
        if !answers.hasRoom(for: key.owner) {
            try retireAnswers { _ in !answers.hasRoom(for: key.owner) }
        }
        if let refusal = answers.refusal(of: key.owner) {
            throw refusal
        }
        return nil
    }

    /// Keeps the answer to a change, in memory now and on disk with ``commit()``; ``recordedAnswer(for:)`` has said that
    /// there is room for it.
    package func record(_ answer: RecordedAnswer, for key: IdempotencyKey) {
        answers.record(answer, for: key)
    }

    /// Reads one answer; nil where the place has that of another key.
    private func readAnswer(
        at place: Int,
        of row: Int64,
        for key: IdempotencyKey
    ) throws(CartError) -> RecordedAnswer? {
        try statements.selectBatch.bind(row, at: 1)
        defer { statements.selectBatch.reset() }
        guard try statements.selectBatch.step() else {
            throw unreadable(row)
        }
        enum Found {
            case nothing, anotherKey
            case bodies(request: Range<Int>, answer: Range<Int>)
        }
        let found = statements.selectBatch.withBytes(at: 0) { bytes -> Found in
            var directory = AnswerDirectory(bytes)
            for _ in 0..<place where directory.next() == nil {
                return .nothing
            }
            guard let entry = directory.next() else {
                return .nothing
            }
            return entry.isFor(key) ? .bodies(request: entry.request, answer: entry.answer) : .anotherKey
        }
        guard case .bodies(let request, let answer) = found else {
            guard case .anotherKey = found else {
                throw unreadable(row)
            }
            return nil
        }
        let recorded = statements.selectBatch.withBytes(at: 1) { bodies in
            answer.upperBound <= bodies.count
                ? RecordedAnswer(request: Array(bodies[request]), answer: Array(bodies[answer])) : nil
        }
        guard let recorded else {
            throw unreadable(row)
        }
        return recorded
    }

    private func unreadable(_ row: Int64) -> CartError {
        .damaged(database.path, "the recorded answers \(row) are not readable")
    }

    /// Reads, once, where the answers on disk are.
    func loadAnswers() throws(CartError) {
        guard !answers.isLoaded else {
            return
        }
        do throws(CartError) {
            let newest = try newestAnswers()
            let expired = try lastExpiredAnswers(upTo: newest)
            answers.beginLoading(retired: expired)
            try statements.selectBatches.bind(expired, at: 1)
            defer { statements.selectBatches.reset() }
            var first: Int64?
            while try statements.selectBatches.step() {
                let row = statements.selectBatches.integer(at: 0)
                first = first ?? row
                // Rows are found by half of their numbers; half the range leaves room for all that will ever come.
                guard row < Int64.max / 2, row - (first ?? row) < UInt32.max else {
                    throw unreadable(row)
                }
                try forEachAnswer(of: row) { answers.load($0, at: $1, of: row) }
                answers.setNewest(row)
            }
            answers.finishLoading(hasFutureTimes: (newest?.time ?? 0) > answers.now)
        } catch {
            answers.abandonLoading()
            throw error
        }
    }

    private func newestAnswers() throws(CartError) -> (number: Int64, time: Int64)? {
        defer { statements.selectNewestBatch.reset() }
        guard try statements.selectNewestBatch.step() else {
            return nil
        }
        return (statements.selectNewestBatch.integer(at: 0), statements.selectNewestBatch.integer(at: 1))
    }

    /// The last row that is too old: a binary search, because times rise with the numbers.
    private func lastExpiredAnswers(upTo newest: (number: Int64, time: Int64)?) throws(CartError) -> Int64 {
        guard let newest, newest.number > 0 else {
            return 0
        }
        var low: Int64 = 0
        var high = newest.number
        while low < high {
            let middle = low + (high - low) / 2
            try statements.selectBatches.bind(middle, at: 1)
            defer { statements.selectBatches.reset() }
            if try statements.selectBatches.step(), statements.selectBatches.integer(at: 1) <= answers.expiry {
                low = statements.selectBatches.integer(at: 0)
            } else {
                high = middle
            }
        }
        return low
    }

    /// Calls a function with every entry of the row that ``Statements/selectBatches`` stands at, and its place.
    private func forEachAnswer(
        of row: Int64,
        _ body: (AnswerDirectory.Entry, UInt32) -> Void
    ) throws(CartError) {
        let isReadable = statements.selectBatches.withBytes(at: 2) { bytes in
            var directory = AnswerDirectory(bytes)
            var place: UInt32 = 0
            while let entry = directory.next() {
                body(entry, place)
                place += 1
            }
            return !directory.isBroken
        }
        guard isReadable else {
            throw unreadable(row)
        }
    }

    /// Forgets the oldest answers, as long as they are old enough and more are wanted.
    ///
    /// - Parameter isWanted: Called with the bytes that were forgotten so far.
    func retireAnswers(while isWanted: (Int) -> Bool) throws(CartError) {
        guard answers.mayRetire else {
            return
        }
        try statements.selectBatches.bind(answers.retired, at: 1)
        defer { statements.selectBatches.reset() }
        var size = 0
        while isWanted(size), try statements.selectBatches.step() {
            let row = statements.selectBatches.integer(at: 0)
            guard answers.isExpired(row, stamped: statements.selectBatches.integer(at: 1)) else {
                return
            }
            try forEachAnswer(of: row) { entry, place in
                answers.retire(entry, at: place, of: row)
                size += entry.size
            }
            answers.setRetired(row)
        }
    }
}
