import CSQLite
package import CartModel

extension ModelStore {
    /// Whether there is anything that ``commit()`` would write.
    package var hasUncommittedChanges: Bool {
        !changedCarts.isEmpty || !changedCatalogs.isEmpty || !changedControls.isEmpty
            || controlHistory.hasUncommitted || !answers.pending.isEmpty
    }

    /// Writes all changes since the last commit in one transaction; when it returns they are on disk.
    ///
    /// - Throws: `storageFailure`; all of the changes are then taken back, in memory as well, and a later commit works
    ///   again as soon as the disk does.
    package func commit() throws(CartError) {
        guard hasUncommittedChanges else {
            return
        }
        do {
            try cutSuspectLog()
            try writeChanges()
        } catch {
            rollback()
            throw error
        }
        for name in changedCarts {
            cartEntries[name]?.saved = .same
        }
        changedCarts.removeAll(keepingCapacity: true)
        for name in changedCatalogs {
            catalogEntries[name]?.before = .same
        }
        changedCatalogs.removeAll(keepingCapacity: true)
        commitControls()
    }

    private func writeChanges() throws(CartError) {
        var answerChanges: AnswerChanges?
        do {
            try statements.begin.run()
            for name in changedCatalogs {
                if let entry = catalogEntries[name] {
                    try write(entry)
                }
            }
            for name in changedCarts {
                if let entry = cartEntries[name] {
                    try write(entry)
                }
            }
            try writeControls()
            answerChanges = try writeAnswers()
        } catch {
            endTransaction()
            throw error
        }
        do {
            try statements.commit.run()
        } catch {
            // A disk without room has not taken the last record whole; any other failure may have, fsync's above all.
            logIsSuspect = !error.isFullDisk
            endTransaction()
            try? cutSuspectLog()
            throw error
        }
        if let answerChanges {
            apply(answerChanges)
        }
    }

    /// Ends a transaction that failed, unless the failure has ended it.
    private func endTransaction() {
        if database.isInTransaction {
            // Nothing of it reaches the disk even if this fails: there is no commit record.
            try? statements.rollback.run()
        }
    }

    /// Cuts a refused commit off the log: everything before it goes to the database file, then the log to length 0.
    private func cutSuspectLog() throws(CartError) {
        guard logIsSuspect else {
            return
        }
        try database.checkpointAndTruncate()
        logIsSuspect = false
    }

    /// Takes back all changes since the last commit.
    package func rollback() {
        for name in changedCarts {
            guard let index = cartEntries.index(forKey: name) else {
                continue
            }
            switch cartEntries.values[index].saved {
            case .same:
                break
            case .nothing:
                cartEntries.remove(at: index)
            case .older(let cart):
                cartEntries.values[index].cart = cart
                cartEntries.values[index].saved = .same
            }
        }
        changedCarts.removeAll(keepingCapacity: true)

        if !changedCatalogs.isEmpty {
            catalogGeneration &+= 1
        }
        for name in changedCatalogs {
            guard let index = catalogEntries.index(forKey: name) else {
                continue
            }
            switch catalogEntries.values[index].before {
            case .same:
                break
            case .nothing:
                catalogEntries.remove(at: index)
            case .other(let number, let version, let content):
                catalogEntries.values[index].number = number
                catalogEntries.values[index].version = version
                catalogEntries.values[index].content = content
                catalogEntries.values[index].before = .same
            }
        }
        changedCatalogs.removeAll(keepingCapacity: true)
        rollbackControls()
        answers.forgetPending()
    }
}

extension CartError {
    /// Whether it is SQLite's SQLITE_FULL.
    fileprivate var isFullDisk: Bool {
        guard case .integer(let code)? = details["sqliteCode"] else {
            return false
        }
        return Int32(truncatingIfNeeded: code) & 0xFF == SQLITE_FULL
    }
}
