import Glibc

/// Why a test could not do its work.
package struct SystemFailure: Error, CustomStringConvertible {
    /// The call and what the system says of it.
    package let description: String

    /// Describes a call that failed; the number is that of errno(3), or what the call gave instead.
    package init(_ call: String, _ number: Int32 = errno) {
        description = "\(call): \(String(cString: strerror(number)))"
    }
}
