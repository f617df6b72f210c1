import CartModel
import Glibc

/// What a test, or a tool, may want to be other than usual.
package struct StoreOptions {
    /// Milliseconds to wait for another cartd that is about to end.
    package var lockWait: Int64 = 2000
    /// The name of the SQLite file layer (sqlite3_vfs_register); nil for the usual one.
    package var fileLayer: String?
    /// At most so many carts are taken.
    package var cartCount = ModelLimits.carts
    /// At most so many controls are taken.
    package var controlCount = ModelLimits.controls
    /// At most so many catalogs are taken, removed ones included.
    package var catalogCount = ModelLimits.catalogs
    /// At most so many products and groups are taken in all catalogs together.
    package var storedProducts = ModelLimits.storedProducts
    /// Seconds that an answer to an idempotency key is kept for at least.
    package var answerSeconds: Int64 = 600
    /// At most so many answers are kept; while none is older than ``answerSeconds``, no more are taken.
    package var answerCount = 1 << 20
    /// At most so many bytes of keys, requests and answers are kept, in the same way: 256 MiB on disk.
    ///
    /// The answer that reaches it may go beyond.
    package var answerBytes = 256 << 20
    /// Wall time in seconds since 1970: clock_gettime(2) with CLOCK_REALTIME.
    package var wallClock: () -> Int64 = { seconds(CLOCK_REALTIME) }
    /// Seconds that only go forward, through suspension too: clock_gettime(2) with CLOCK_BOOTTIME.
    package var steadyClock: () -> Int64 = { seconds(CLOCK_BOOTTIME) }
    /// The hash of an owner and a key that the answers are found by; those that share one are told apart.
    package var fingerprint: (UInt32, UnsafeBufferPointer<UInt8>) -> UInt32 = { owner, key in
        // Seeded in every process, so that nobody can choose keys that share one.
        var hasher = Hasher()
        hasher.combine(owner)
        hasher.combine(bytes: UnsafeRawBufferPointer(key))
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    /// The usual options.
    package init() {}

    private static func seconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec)
    }
}
