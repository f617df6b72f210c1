import Glibc

/// A moment after which a blocking call gives up, on the clock that nobody can set: clock_gettime(2),
/// `CLOCK_MONOTONIC`.
package struct Deadline: Hashable, Sendable {
    /// The moment in nanoseconds of the monotonic clock; the largest value means never.
    private let nanoseconds: UInt64

    /// A deadline that does not come.
    package static let never = Deadline(nanoseconds: .max)

    private init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment that lies `duration` ahead; a negative one has passed, one too long to count never comes.
    package static func after(_ duration: Duration) -> Deadline {
        guard duration >= .zero else { return Deadline(nanoseconds: 0) }
        // The components of a longer one cannot be asked for: their seconds are an Int64.
        guard duration < .seconds(Int64.max) else { return .never }
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
        let (end, beyond) = sum.addingReportingOverflow(now)
        return overflow || carry || beyond ? .never : Deadline(nanoseconds: end)
    }

    /// The time that is left in nanoseconds: 0 when the deadline has passed, nil when it never comes.
    package var remainingNanoseconds: UInt64? {
        guard nanoseconds != .max else { return nil }
        let now = Self.now
        return nanoseconds > now ? nanoseconds - now : 0
    }

    /// Whether the moment has come.
    package var hasPassed: Bool { remainingNanoseconds == 0 }

    private static var now: UInt64 {
        var time = timespec()
        // Cannot fail: the clock exists on every Linux and the pointer is valid.
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(clamping: time.tv_nsec)
    }
}

extension Deadline: Comparable {
    /// Whether the left moment comes first.
    package static func < (left: Deadline, right: Deadline) -> Bool { left.nanoseconds < right.nanoseconds }
}
