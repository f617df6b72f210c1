import CartModel
import Systemd

/// What may happen very often is told once a second, and the rest of it when it has stopped.
extension Server {
    /// Notes that a commit has failed.
    func note(_ failure: CartError) {
        if let count = failedCommits.note(at: loop.now) {
            tellFailedCommits(count, failure.message, code: failure.code)
        } else {
            armHousekeeping()
        }
    }

    private func tellFailedCommits(_ count: Int, _ reason: String, code: CartError.Code) {
        log.write(
            "\(count) \(count == 1 ? "commit" : "commits") failed: \(reason)",
            priority: .error,
            fields: [(.code, code.rawValue)]
        )
    }

    /// Whether something was counted that the log was not told.
    var hasUntold: Bool { failedCommits.hasUntold || dispatcher.refusals.hasUntold }

    /// Tells the log what was counted and was last told a second ago.
    ///
    /// - Parameter now: Nil for all of it, because nobody will tell it later.
    func tellRest(at now: MonotonicInstant?) {
        if let count = failedCommits.takeRest(at: now) {
            tellFailedCommits(count, "the disk refused them as before", code: .storageFailure)
        }
        dispatcher.refusals.tellRest(at: now)
    }
}
