import Glibc

/// What a test, or a tool, may want to be other than usual.
package struct StoreOptions {
    /// Milliseconds to wait for another cartd that is about to end.
    package var lockWait: Int64 = 2000
    /// The name of the SQLite file layer (sqlite3_vfs_register); nil for the usual one.
    package var fileLayer: String?
    /// Seconds that an answer to an idempotency key is kept for at least.
    package var answerSeconds: Int64 = 600
    /// At most so many answers are kept; the oldest go first.
    package var answerCount = 262_144
    /// Wall time in seconds since 1970: clock_gettime(2) with CLOCK_REALTIME.
    package var wallClock: () -> Int64 = { seconds(CLOCK_REALTIME) }
    /// Seconds that only go forward, through suspension too: clock_gettime(2) with CLOCK_BOOTTIME.
    package var steadyClock: () -> Int64 = { seconds(CLOCK_BOOTTIME) }
    /// The hash that the answers are found by; keys that share one are told apart.
    package var fingerprint: (IdempotencyKey) -> Int = \.hashValue

    /// The usual options.
    package init() {}

    private static func seconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec)
    }
}
