import CartModel
import UnixSockets

/// The attempts of one call, from the first to the last that its time allows.
struct Attempts: Sendable {
    /// The time for all of them.
    let limit: TimeLimit
    /// How long after it was first sent a change may be sent again.
    private let retryWindow: Duration
    private var losses: Int64 = 0
    private var earlier: CartError?
    /// When a change was sent for the first time; the clock runs on while the machine sleeps, as the daemon's does.
    private var firstSend: ContinuousClock.Instant?
    /// Whether the change was sent in an attempt before this one.
    private var wentUnanswered = false
    /// The end of the time in which it may be sent again, on the clock of ``limit``.
    private var resendDeadline = Deadline.never

    init(limit: TimeLimit, retryWindow: Duration) {
        self.limit = limit
        self.retryWindow = retryWindow
    }

    /// How long to wait for a connection to send it on: no longer than it may still be sent.
    var connectionDeadline: Deadline { min(limit.deadline, resendDeadline) }

    /// Notes that a change is about to be sent.
    ///
    /// - Throws: The loss before it, where it is too late to send it again.
    mutating func beginChange() throws(CartError) {
        guard firstSend != nil else {
            firstSend = .now
            return
        }
        if isTooLate, let earlier { throw completed(tooLate(earlier)) }
        wentUnanswered = true
    }

    /// Notes that in this attempt nothing was sent after all.
    mutating func takeBack() {
        if !wentUnanswered { firstSend = nil }
    }

    /// Notes that the connection, or the attempt to make one, has failed.
    ///
    /// - Returns: The error to give up with, where no other attempt would help; nil where the next may be made.
    mutating func lose(_ failure: ConnectionFailure) -> CartError? {
        guard failure.isTransient else { return completed(failure.error) }
        losses += 1
        earlier = failure.error
        guard let firstSend else { return nil }
        guard !isTooLate else { return completed(tooLate(failure.error)) }
        resendDeadline = .after(retryWindow - (ContinuousClock.now - firstSend))
        return nil
    }

    /// What a daemon's refusal of the request means: after an attempt that went unanswered it may have been done, unless the
    /// daemon says by its code that it was not done in that attempt either.
    func refusal(_ error: CartError) -> CartError {
        guard wentUnanswered, !error.code.saysNotDone else { return error }
        var error = completed(error)
        // It speaks of the last attempt alone.
        error.details["applied"] = nil
        return error
    }

    /// The error of a call whose time is over.
    ///
    /// - Parameters:
    ///   - lateness: What did not happen in time.
    ///   - isPausing: Whether the last attempt has failed and the next has not begun.
    func expired(_ lateness: CartError, isPausing: Bool) -> CartError {
        guard let earlier else { return completed(lateness) }
        guard limit.deadline.hasPassed else { return completed(tooLate(earlier)) }
        if isPausing {
            var error = earlier
            error.message += "; tried \(losses) \(losses == 1 ? "time" : "times") within \(limit.timeout)"
            error.details["attempts"] = .integer(losses)
            return completed(error)
        }
        var error = lateness
        // That the time ran out in the last attempt says less than why it took several.
        error.message += "; the attempt before it: \(earlier.message)"
        return completed(error)
    }

    /// Adds that the call may have been done, where that is open.
    func completed(_ error: CartError) -> CartError {
        guard firstSend != nil else { return error }
        var error = error
        error.details["mayHaveBeenDone"] = true
        return error
    }

    private var isTooLate: Bool {
        guard let firstSend else { return false }
        return ContinuousClock.now - firstSend >= retryWindow
    }

    private func tooLate(_ error: CartError) -> CartError {
        var error = error
        error.message +=
            "; the change is not sent again, because it was first sent \(retryWindow) ago and the daemon "
            + "knows a repeated one for ten minutes only"
        return error
    }
}
