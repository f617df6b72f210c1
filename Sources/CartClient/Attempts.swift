import CartModel
import Glibc
import UnixSockets

/// The attempts of one call, from the first to the last that its time allows.
struct Attempts {
    private let limit: TimeLimit
    private let retryWindow: Duration
    private var backoff = Backoff()
    private var generator = SystemRandomNumberGenerator()
    private var count: Int64 = 1
    private var earlier: CartError?

    /// When a change was sent for the first time; the clock runs on while the machine sleeps, as the daemon's does.
    private var firstSend: ContinuousClock.Instant?
    /// Whether the change was sent in an attempt before this one.
    private var wentUnanswered = false

    /// - Parameters:
    ///   - limit: The time for all attempts.
    ///   - retryWindow: How long after it was first sent a change may be sent again.
    init(limit: TimeLimit, retryWindow: Duration) {
        self.limit = limit
        self.retryWindow = retryWindow
    }

    /// The time to be connected in: no longer than the request may still be sent.
    var connectionLimit: TimeLimit {
        guard let firstSend else { return limit }
        return limit.shortened(to: .after(retryWindow - (ContinuousClock.now - firstSend)))
    }

    /// Notes that a change is about to be sent.
    ///
    /// - Throws: The loss before it, where it is too late to send it again.
    mutating func beginChange() throws(ConnectionFailure) {
        guard firstSend != nil else {
            firstSend = .now
            return
        }
        if isTooLate, let earlier { throw ConnectionFailure(tooLate(earlier), isTransient: false) }
        wentUnanswered = true
    }

    /// What came in answer to the request.
    ///
    /// - Throws: The refusal; after an attempt that went unanswered with `mayHaveBeenDone`, unless the daemon says by it that
    ///   the request was not done in that attempt either.
    func outcome<Answer>(of result: Result<Answer, CartError>) throws(CartError) -> Answer {
        switch result {
        case .success(let answer): return answer
        case .failure(let error): throw wentUnanswered && !error.code.saysNotDone ? completed(error) : error
        }
    }

    /// Waits until it is time for the next attempt.
    ///
    /// - Throws: The failure's error, where no other attempt would help or the time is over.
    mutating func waitForNext(after failure: ConnectionFailure) throws(CartError) {
        guard failure.isTransient else {
            var error = failure.error
            if error.code == .deadlineExceeded, let earlier {
                guard limit.deadline.hasPassed || !isTooLate else { throw completed(tooLate(earlier)) }
                // That the time ran out in the last attempt says less than why it took several.
                error.message += "; the attempt before it: \(earlier.message)"
            }
            throw completed(error)
        }
        earlier = failure.error
        pause(backoff.delay(using: &generator))
        guard !limit.deadline.hasPassed else {
            var error = failure.error
            error.message += "; tried \(count) \(count == 1 ? "time" : "times") within \(limit.timeout)"
            error.details["attempts"] = .integer(count)
            throw completed(error)
        }
        guard !isTooLate else { throw completed(tooLate(failure.error)) }
        count += 1
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

    private func completed(_ error: CartError) -> CartError {
        guard firstSend != nil else { return error }
        var error = error
        error.details["mayHaveBeenDone"] = true
        return error
    }

    /// Waits, but not beyond the limit: poll(2) without descriptors.
    private func pause(_ duration: Duration) {
        let end = Deadline.after(duration)
        while let remaining = end.remainingNanoseconds, remaining > 0, !limit.deadline.hasPassed {
            let left = min(remaining, limit.deadline.remainingNanoseconds ?? remaining)
            poll(nil, 0, Int32(clamping: left / 1_000_000 + 1))
        }
    }
}
