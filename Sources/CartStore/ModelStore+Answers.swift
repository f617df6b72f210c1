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
        while let refusal = answers.refusal(of: key.owner) {
            guard try retireOldestAnswers() else {
                throw refusal
            }
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
            answers.beginLoading(retired: try lastExpiredAnswers(upTo: newest))
            let first = answers.newest
            while let row = try nextAnswers(after: answers.newest) {
                // Rows are found by half of their numbers.
                guard row.number - first < UInt32.max, row.number < Int64.max else {
                    throw unreadable(row.number)
                }
                answers.load(row.number, try answerMarks(of: row.number))
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
            if let row = try nextAnswers(after: middle), row.time <= answers.expiry {
                low = row.number
            } else {
                high = middle
            }
        }
        return low
    }

    /// The row that follows a number, with its time.
    private func nextAnswers(after number: Int64) throws(CartError) -> (number: Int64, time: Int64)? {
        try statements.selectNextBatch.bind(number, at: 1)
        defer { statements.selectNextBatch.reset() }
        guard try statements.selectNextBatch.step() else {
            return nil
        }
        return (statements.selectNextBatch.integer(at: 0), statements.selectNextBatch.integer(at: 1))
    }

    /// What a row's directory has.
    private func answerMarks(of row: Int64) throws(CartError) -> [AnswerLog.Mark] {
        try statements.selectBatch.bind(row, at: 1)
        defer { statements.selectBatch.reset() }
        guard try statements.selectBatch.step() else {
            throw unreadable(row)
        }
        let marks = statements.selectBatch.withBytes(at: 0) { bytes -> [AnswerLog.Mark]? in
            var directory = AnswerDirectory(bytes)
            var marks: [AnswerLog.Mark] = []
            while let entry = directory.next() {
                marks.append(AnswerLog.Mark(hash: answers.hash(of: entry), owner: entry.owner, size: entry.size))
            }
            return directory.isBroken ? nil : marks
        }
        guard let marks else {
            throw unreadable(row)
        }
        return marks
    }

    /// Forgets the oldest answers where they are old enough.
    ///
    /// - Returns: Whether they were.
    func retireOldestAnswers() throws(CartError) -> Bool {
        if answers.oldest == nil, let row = try nextAnswers(after: answers.retired), row.number <= answers.newest {
            answers.oldest = (row.number, answers.time(of: row.number, stamped: row.time))
        }
        guard let oldest = answers.oldest, oldest.time <= answers.expiry else {
            return false
        }
        answers.retire(oldest.number, try answerMarks(of: oldest.number))
        return true
    }
}
