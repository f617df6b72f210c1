import Glibc

/// A moment on the clock that nobody can set, which stands still while the machine sleeps: clock_gettime(2),
/// `CLOCK_MONOTONIC`.
///
/// It is what sd-event's timers and the service manager's `MONOTONIC_USEC=` count in.
public struct MonotonicInstant: InstantProtocol {
    /// Microseconds since the machine started, from 0; the largest value is a moment that never comes.
    public let microseconds: UInt64

    /// The moment so many microseconds after the machine started.
    public init(microseconds: UInt64) {
        self.microseconds = microseconds
    }

    /// The moment that never comes: `USEC_INFINITY`.
    public static let never = MonotonicInstant(microseconds: .max)

    /// The present, asked of the kernel.
    public static var now: MonotonicInstant {
        var time = timespec()
        // Cannot fail: every Linux has the clock, and the pointer is valid.
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(
            microseconds: UInt64(clamping: time.tv_sec) * 1_000_000 + UInt64(clamping: time.tv_nsec) / 1000
        )
    }

    /// The moment `duration` later, or earlier when it is negative; not before 0, and ``never`` when too late to count.
    public func advanced(by duration: Duration) -> MonotonicInstant {
        if duration < .zero {
            // No machine has run for 292 thousand million years, and the smallest duration has no opposite.
            guard duration > .seconds(-Int64.max) else { return MonotonicInstant(microseconds: 0) }
            let back = (Duration.zero - duration).clampedMicroseconds
            return MonotonicInstant(microseconds: microseconds > back ? microseconds - back : 0)
        }
        let (sum, overflow) = microseconds.addingReportingOverflow(duration.clampedMicroseconds)
        return overflow ? .never : MonotonicInstant(microseconds: sum)
    }

    /// The time from this moment to another one.
    public func duration(to other: MonotonicInstant) -> Duration {
        other >= self
            ? .microseconds(Int64(clamping: other.microseconds - microseconds))
            : .zero - .microseconds(Int64(clamping: microseconds - other.microseconds))
    }

    /// Whether the first moment comes before the second.
    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Duration {
    /// The duration in whole microseconds as libsystemd counts: 0 for a negative one, the largest value
    /// (`USEC_INFINITY`) for one that is too long.
    var clampedMicroseconds: UInt64 {
        guard self > .zero else { return 0 }
        // The components of a longer one cannot be asked for: their seconds are an Int64.
        guard self < .seconds(Int64.max) else { return .max }
        let (seconds, attoseconds) = components
        let (whole, overflow) = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000)
        let (sum, carry) = whole.addingReportingOverflow(UInt64(clamping: attoseconds) / 1_000_000_000_000)
        return overflow || carry ? .max : sum
    }
}
