/// A time to wait, written in seconds; waits are rounded up to whole milliseconds (poll(2)).
package struct Seconds: ArgumentValue, Hashable {
    /// The time; at most ``longest``.
    package let duration: Duration

    /// Longer times than about thirty years are cut to this.
    package static let longest: Double = 1e9

    package static var expectation: String { "a number of seconds above 0, such as 2.5" }

    /// Reads a finite decimal number above 0.
    package init?(argument: String) {
        guard let seconds = Double(argument), seconds > 0, seconds.isFinite else {
            return nil
        }
        // A time too short to count would be none at all.
        duration = max(.seconds(min(seconds, Self.longest)), .nanoseconds(1))
    }
}
