import CGlibc
import CSystemd
import Glibc

/// A call of libsystemd that failed, or a value that it could not have been given.
///
/// Its description names the function, what it was called on and the reason:
/// `sd_listen_fds_with_names LISTEN_FDS=abc: Invalid argument (EINVAL)`.
public struct SystemdError: Error, Hashable, Sendable {
    /// Why a call failed: an `errno` of errno(3).
    ///
    /// The set is open; the constants are the ones of note here.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The positive `errno`.
        public let rawValue: Int32

        /// Wraps a positive `errno`.
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// A value is malformed or out of range: `EINVAL`.
        public static let invalidArgument = Code(rawValue: EINVAL)
        /// The object was cancelled, or the loop has finished: `ESTALE`.
        public static let stale = Code(rawValue: ESTALE)
        /// It is in use already, such as a signal that has a source: `EBUSY`.
        public static let busy = Code(rawValue: EBUSY)
        /// There is no such thing here, such as an identifier: `ENOENT`.
        public static let notFound = Code(rawValue: ENOENT)
        /// The descriptor is not open: `EBADF`.
        public static let badDescriptor = Code(rawValue: EBADF)
        /// It did not happen in time: `ETIMEDOUT`.
        public static let timedOut = Code(rawValue: ETIMEDOUT)
        /// This process may not do that: `EPERM`.
        public static let notPermitted = Code(rawValue: EPERM)

        /// The symbolic name, such as `EINVAL`, by strerrorname_np(3); `errno N` for an unknown number.
        public var description: String {
            strerrorname_np(rawValue).map { String(cString: $0) } ?? "errno \(rawValue)"
        }
    }

    /// Why it failed.
    public var code: Code
    /// The C function that failed.
    public var function: String
    /// What it was called on, or what was wrong with it; may be empty.
    public var context: String

    /// Describes a failure.
    public init(code: Code, function: String, context: String = "") {
        self.code = code
        self.function = function
        self.context = context
    }
}

extension SystemdError: CustomStringConvertible {
    /// Function, context, reason and symbolic name in one line.
    public var description: String {
        let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            guard let base = text.baseAddress, strerror_r(code.rawValue, base, text.count) == 0 else {
                return "Unknown error \(code.rawValue)"
            }
            return String(cString: base)
        }
        return "\(function)\(context.isEmpty ? "" : " ")\(context): \(reason) (\(code))"
    }
}

/// Turns libsystemd's convention, a negative `errno` for failure, into a thrown error.
///
/// - Returns: the status, zero or positive. The context is only built for an error.
@discardableResult
func check(
    _ status: Int32,
    _ function: StaticString,
    _ context: @autoclosure () -> String = ""
) throws(SystemdError) -> Int32 {
    if status >= 0 { return status }
    throw SystemdError(
        code: SystemdError.Code(rawValue: 0 - max(status, -Int32.max)),
        function: "\(function)",
        context: context()
    )
}
