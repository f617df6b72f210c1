import CGlibc
import Glibc

/// A failed system call: which one, on what, why, and where it helps, the way out.
///
/// Its description reads like the line a person expects from a Unix tool:
/// `connect /run/cartd/cart.sock: Connection refused (ECONNREFUSED)`.
package struct SystemError: Error, Hashable, Sendable {
    /// The `errno` of the call, see errno(3).
    package var code: Int32

    /// The C function that failed, such as `connect`.
    package var operation: String

    /// What it was called on: a path, a descriptor, or empty.
    package var context: String

    /// A sentence that says how to get out of it, or empty.
    package var advice: String

    /// Describes a failed call.
    package init(code: Int32, operation: String, context: String = "", advice: String = "") {
        self.code = code
        self.operation = operation
        self.context = context
        self.advice = advice
    }

    /// Describes the call that has just failed, by the calling thread's `errno`.
    ///
    /// Must be the first thing after the call: anything else may change `errno`.
    package static func last(_ operation: String, _ context: String = "") -> SystemError {
        SystemError(code: errno, operation: operation, context: context)
    }
}

extension SystemError {
    /// The symbolic name of ``code``, such as `ECONNREFUSED`, by strerrorname_np(3); `errno N` for an unknown number.
    package var name: String {
        strerrorname_np(code).map { String(cString: $0) } ?? "errno \(code)"
    }

    /// The system's words for ``code``, from strerror_r(3).
    package var reason: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard let base = text.baseAddress, strerror_r(code, base, text.count) == 0 else {
                return "Unknown error \(code)"
            }
            return String(cString: base)
        }
    }
}

extension SystemError: CustomStringConvertible {
    package var description: String {
        let subject = context.isEmpty ? operation : "\(operation) \(context)"
        let sentence = "\(subject): \(reason) (\(name))"
        return advice.isEmpty ? sentence : "\(sentence); \(advice)"
    }
}
