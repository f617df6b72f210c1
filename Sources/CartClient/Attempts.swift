import CartModel
import Glibc
import UnixSockets

/// The attempts of one call, from the first to the last that its time allows.
struct Attempts {
    private let limit: TimeLimit
    private var backoff = Backoff()
    private var generator = SystemRandomNumberGenerator()
    private var count: Int64 = 1
    private var earlier: CartError?

    /// Whether the daemon may have got the request, and done it, in an attempt that was not answered.
    var mayHaveBeenDone = false

    init(limit: TimeLimit) {
        self.limit = limit
    }

    /// Waits until it is time for the next attempt.
    ///
    /// - Throws: The failure's error, where no other attempt would help or the time is over.
    mutating func waitForNext(after failure: ConnectionFailure) throws(CartError) {
        guard failure.isTransient else {
            var error = failure.error
            // That the time ran out in the last attempt says less than why it took several.
            if error.code == .deadlineExceeded, let earlier {
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
        count += 1
    }

    private func completed(_ error: CartError) -> CartError {
        guard mayHaveBeenDone else { return error }
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
