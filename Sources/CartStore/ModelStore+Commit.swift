import CSQLite
package import CartModel

extension ModelStore {
    /// Whether there is anything that ``commit()`` would write.
    package var hasUncommittedChanges: Bool {
        !changedCarts.isEmpty || !changedCatalogs.isEmpty || !changedControls.isEmpty
            || history.hasUncommitted || !answers.pending.isEmpty
    }

    /// Writes all changes since the last commit in one transaction; when it returns they are on disk.
    ///
    /// - Throws: `storageFailure`; all of the changes are then taken back, in memory as well, and a later commit works
    ///   again as soon as the disk does.
    package func commit() throws(CartError) {
        guard hasUncommittedChanges else {
            return
        }
        do throws(CartError) {
            guard !database.hasMoved else {
                throw CartError.moved(database.path)
            }
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
        commitCatalogs()
        commitControls()
        history.commit()
        forgottenCatalogs.removeAll()
        forgottenVersion.saved = forgottenVersion.now
    }

    private func writeChanges() throws(CartError) {
        var answerChanges: AnswerChanges?
        hasWrittenSequence = false
        do {
            try statements.begin.run()
            try writeForgottenCatalogs()
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
            try writeSequence()
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
            answers.finishCommit(added: answerChanges.added, deleted: answerChanges.deleted)
        }
    }

    /// Writes the number of the newest change, unless a cart was written with it.
    private func writeSequence() throws(CartError) {
        if history.hasUncommitted, !hasWrittenSequence {
            try statements.updateSequence.bind(history.newest, at: 1)
            try statements.updateSequence.run()
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
            guard let entry = cartEntries[name] else {
                continue
            }
            switch entry.saved {
            case .same:
                break
            case .nothing:
                cartEntries[name] = nil
                sortedCarts.remove(at: placeOfCart(named: name))
            case .older(let cart):
                entry.cart = cart
                entry.saved = .same
            }
        }
        changedCarts.removeAll(keepingCapacity: true)

        rollbackCatalogs()
        rollbackControls()
        history.rollback()
        recallForgottenCatalogs()
        answers.dropPending()
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
