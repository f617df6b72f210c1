package import CartModel

extension ModelStore {
    /// The first answer that was given under a key, in this turn or in the last ten minutes, or nil.
    ///
    /// - Throws: `storageFailure` where the database cannot be read.
    package func recordedAnswer(for key: IdempotencyKey) throws(CartError) -> RecordedAnswer? {
        if let answer = answers.pending[key] {
            return answer
        }
        try loadAnswers()
        guard let location = answers.location(of: key) else {
            return nil
        }
        try statements.selectBatch.bind(location.batch, at: 1)
        defer { statements.selectBatch.reset() }
        guard try statements.selectBatch.step(),
            let entries = statements.selectBatch.withBytes(at: 0, AnswerBatch.entries(of:)),
            entries.indices.contains(Int(location.place))
        else {
            throw .damaged(database.path, "the recorded answers \(location.batch) are not readable")
        }
        let entry = entries[Int(location.place)]
        // Another key with the same hash.
        guard entry.key == key else {
            return nil
        }
        let bodies = statements.selectBatch.bytes(at: 1)
        guard entry.answer.upperBound <= bodies.count else {
            throw .damaged(database.path, "the recorded answers \(location.batch) are cut short")
        }
        return RecordedAnswer(request: Array(bodies[entry.request]), answer: Array(bodies[entry.answer]))
    }

    /// Keeps the answer to a change, in memory now and on disk with ``commit()``.
    package func record(_ answer: RecordedAnswer, for key: IdempotencyKey) {
        answers.record(answer, for: key)
    }

    /// Reads, once, where the answers on disk are.
    private func loadAnswers() throws(CartError) {
        guard !answers.isLoaded else {
            return
        }
        do {
            var newestTime: Int64?
            while let batch = try nextBatch(after: answers.newest) {
                answers.add(batch)
                newestTime = max(newestTime ?? batch.time, batch.time)
            }
            answers.finishLoading(newestTime: newestTime)
        } catch {
            answers.abandonLoading()
            throw error
        }
    }

    private func nextBatch(after number: Int64) throws(CartError) -> AnswerLog.Batch? {
        try statements.selectNextBatch.bind(number, at: 1)
        defer { statements.selectNextBatch.reset() }
        guard try statements.selectNextBatch.step() else {
            return nil
        }
        let number = statements.selectNextBatch.integer(at: 0)
        guard number > 0, number < Int64.max,
            let entries = statements.selectNextBatch.withBytes(at: 2, AnswerBatch.entries(of:))
        else {
            throw .damaged(database.path, "the recorded answers \(number) are not readable")
        }
        return AnswerLog.Batch(number: number, time: statements.selectNextBatch.integer(at: 1), entries: entries)
    }

    /// What memory has to take note of once the answers are on disk.
    struct AnswerChanges {
        var added: [AnswerLog.Batch] = []
        var removed: [AnswerLog.Batch] = []
        var oldest: AnswerLog.Batch?
    }

    /// Writes the answers of this turn and deletes about as many old ones as have to go.
    func writeAnswers() throws(CartError) -> AnswerChanges? {
        guard !answers.pending.isEmpty else {
            return nil
        }
        try loadAnswers()
        let now = answers.now
        if answers.hasFutureTimes {
            try statements.restampAnswers.bind(now, at: 1)
            try statements.restampAnswers.run()
        }
        var changes = AnswerChanges()
        var number = answers.newest
        var batch = AnswerBatch()
        for (index, key) in answers.pendingOrder.enumerated() {
            if let answer = answers.pending[key] {
                batch.append(answer, for: key)
            }
            if batch.bodies.count >= Self.batchBytes || index == answers.pendingOrder.count - 1 {
                number += 1
                try insert(batch, number: number, time: now)
                changes.added.append(
                    AnswerLog.Batch(
                        number: number,
                        time: now,
                        entries: batch.entries
                    )
                )
                batch = AnswerBatch()
            }
        }
        try prune(&changes, adding: answers.pendingOrder.count)
        return changes
    }

    private func insert(_ batch: AnswerBatch, number: Int64, time: Int64) throws(CartError) {
        try statements.insertAnswers.bind(number, at: 1)
        try statements.insertAnswers.bind(time, at: 2)
        try statements.insertAnswers.run(binding: batch.directory, at: 3, and: batch.bodies, at: 4)
    }

    private func prune(_ changes: inout AnswerChanges, adding entries: Int) throws(CartError) {
        changes.oldest = answers.oldest ?? changes.added.first
        let surplus = answers.surplus(adding: entries)
        // More than are added, so that what has expired goes in the end, but never a long stall.
        let budget = 2 * entries + 16
        let expiry = answers.expiry
        var deleted = 0
        while let batch = changes.oldest, batch.number <= answers.newest {
            guard deleted < surplus || (batch.time <= expiry && !answers.hasFutureTimes && deleted < budget) else {
                return
            }
            try statements.deleteAnswers.bind(batch.number, at: 1)
            try statements.deleteAnswers.run()
            deleted += batch.entries.count
            changes.removed.append(batch)
            changes.oldest = try nextBatch(after: batch.number)
        }
    }

    /// Takes note of what ``writeAnswers()`` wrote, after the commit.
    func apply(_ changes: AnswerChanges) {
        changes.removed.forEach(answers.remove)
        changes.added.forEach(answers.add)
        answers.setOldest(changes.oldest)
        answers.hasFutureTimes = false
        answers.forgetPending()
    }

    /// A row of answers is closed when its bodies have so many bytes.
    private static var batchBytes: Int { 16 << 20 }
}
