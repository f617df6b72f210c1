package import CartModel
package import Systemd

/// Tells the log who was refused for want of room or of a role, at most once a second for each user and reason.
package final class RefusalLog {
    /// Writes one entry.
    package typealias Write = (_ message: String, _ fields: [(LogField, String)]) -> Void

    private struct Reason: Hashable {
        var user: UInt32
        var code: CartError.Code
        /// The limit, or the method.
        var subject: String
    }

    private let write: Write
    private var reasons: [Reason: Repetition] = [:]

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
            reasons = reasons.filter { $0.value.isRecent(at: now) }
        }
        guard let count = reasons[reason, default: Repetition()].note(at: now) else {
            return
        }
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
