import CartModel

extension ModelStore {
    /// What memory has to take note of once the answers are on disk.
    struct AnswerChanges {
        var added: [(row: Int64, hashes: [UInt32])] = []
        var deleted: Int64 = 0
        /// Bytes that were added.
        var size = 0
    }

    /// Writes the answers of this turn and deletes old ones.
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
        var row = answers.newest
        var batch = AnswerBatch()
        for key in answers.pendingOrder {
            if let answer = answers.pending[key] {
                batch.append(answer, for: key)
            }
            if batch.size >= Self.batchBytes {
                row += 1
                try insert(batch, row: row, time: now, &changes)
                batch = AnswerBatch()
            }
        }
        if batch.size > 0 {
            try insert(batch, row: row + 1, time: now, &changes)
        }
        try deleteAnswers(&changes)
        return changes
    }

    private func insert(
        _ batch: AnswerBatch,
        row: Int64,
        time: Int64,
        _ changes: inout AnswerChanges
    ) throws(CartError) {
        try statements.insertAnswers.bind(row, at: 1)
        try statements.insertAnswers.bind(time, at: 2)
        try statements.insertAnswers.run(binding: batch.directory, at: 3, and: batch.bodies, at: 4)
        let hashes = batch.directory.withUnsafeBufferPointer { bytes in
            var directory = AnswerDirectory(bytes)
            var hashes: [UInt32] = []
            while let entry = directory.next() {
                hashes.append(answers.hash(of: entry))
            }
            return hashes
        }
        changes.added.append((row, hashes))
        changes.size += batch.size
    }

    /// Deletes twice as much as was added, if so much is too old: what has expired goes in the end, the file stays as
    /// large as all that is kept at most, and no commit is much longer for it.
    private func deleteAnswers(_ changes: inout AnswerChanges) throws(CartError) {
        let budget = 2 * changes.size + Self.batchBytes
        try retireAnswers { $0 < budget }
        changes.deleted = answers.deleted
        guard answers.deleted < answers.retired else {
            return
        }
        var size = 0
        try statements.selectBatchSizes.bind(answers.deleted, at: 1)
        try statements.selectBatchSizes.bind(answers.retired, at: 2)
        defer { statements.selectBatchSizes.reset() }
        while size < budget, try statements.selectBatchSizes.step() {
            changes.deleted = statements.selectBatchSizes.integer(at: 0)
            size += Int(clamping: statements.selectBatchSizes.integer(at: 1))
        }
        statements.selectBatchSizes.reset()
        if size < budget {
            changes.deleted = answers.retired
        }
        try statements.deleteAnswers.bind(answers.deleted, at: 1)
        try statements.deleteAnswers.bind(changes.deleted, at: 2)
        try statements.deleteAnswers.run()
    }

    /// A row of answers is closed when it has so many bytes: as much has to be read to repeat one of them.
    private static var batchBytes: Int { 64 << 10 }
}
