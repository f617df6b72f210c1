/// How long to wait before the next attempt: not at all, then 5 ms, doubled up to 250 ms, each less a random part.
///
/// The first attempt after a loss is made at once, because a service manager's socket takes a connection at any time.
/// The random part, up to half, keeps clients that lost the same daemon from coming back in step.
package struct Backoff: Sendable {
    private static let first = Duration.milliseconds(5)
    private static let longest = Duration.milliseconds(250)

    private var next: Duration?

    /// Starts anew.
    package init() {}

    /// The wait before the attempt that comes next.
    package mutating func delay(using generator: inout some RandomNumberGenerator) -> Duration {
        guard let current = next else {
            next = Self.first
            return .zero
        }
        next = min(current * 2, Self.longest)
        return current * Double.random(in: 0.5...1, using: &generator)
    }
}
