package import CartModel
package import Systemd

/// Tells the log who was refused for want of room or of a role, at most once a second for each user and reason, and at
/// last how often.
package final class RefusalLog {
    /// Writes one entry.
    package typealias Write = (_ message: String, _ fields: [(LogField, String)]) -> Void

    private struct Reason: Hashable {
        var user: UInt32
        var code: CartError.Code
        /// The limit, or the method.
        var subject: String
    }

    private struct Refusals {
        var repetition = Repetition()
        /// The last that was not told.
        var last: (error: CartError, caller: Caller)?
    }

    private let write: Write
    private var reasons: [Reason: Refusals] = [:]
    /// Whether there may be refusals that were counted and not told; they are to be told by ``tellRest(at:)``.
    package private(set) var hasUntold = false

    /// Creates a log that has told nothing yet.
    package init(write: @escaping Write) {
        self.write = write
    }

    /// Notes that a caller was refused; other errors than `overloaded` and `permissionDenied` are the caller's own affair.
    package func note(_ error: CartError, of caller: Caller, at now: MonotonicInstant) {
        guard error.code == .overloaded || error.code == .permissionDenied else {
            return
        }
        let subject = error.text("limit") ?? error.text("method") ?? ""
        let reason = Reason(user: caller.user, code: error.code, subject: subject)
        if reasons.count >= 1024, reasons[reason] == nil {
            // What was told a while ago may be told at once, and needs no entry.
            tellRest(at: now)
            reasons = reasons.filter { $0.value.repetition.isRecent(at: now) }
        }
        if let count = reasons[reason, default: Refusals()].repetition.note(at: now) {
            reasons[reason]?.last = nil
            tell(count, error, caller)
        } else {
            reasons[reason]?.last = (error, caller)
            hasUntold = true
        }
    }

    /// Tells what was counted and was last told a second ago, or before.
    ///
    /// - Parameter now: Nil for all of it, because nobody will tell it later.
    package func tellRest(at now: MonotonicInstant?) {
        guard hasUntold else {
            return
        }
        hasUntold = false
        for reason in reasons.keys {
            if let last = reasons[reason]?.last, let count = reasons[reason]?.repetition.takeRest(at: now) {
                reasons[reason]?.last = nil
                tell(count, last.error, last.caller)
            }
            hasUntold = hasUntold || reasons[reason]?.last != nil
        }
    }

    private func tell(_ count: Int, _ error: CartError, _ caller: Caller) {
        var fields: [(LogField, String)] = [(.code, error.code.rawValue)] + caller.fields
        let facts: [(LogField, String)] = [
            (.limit, "limit"), (.used, "used"), (.allowed, "allowed"), (.method, "method"),
        ]
        for (field, name) in facts {
            if let text = error.text(name) { fields.append((field, text)) }
        }
        write("user \(caller.user) was refused\(count == 1 ? "" : " \(count) times"): \(error.message)", fields)
    }
}

extension CartError {
    /// A fact of the error as text.
    fileprivate func text(_ name: String) -> String? {
        switch details[name] {
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: nil
        }
    }
}
