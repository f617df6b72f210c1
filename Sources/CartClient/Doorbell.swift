import Glibc
package import UnixSockets

/// Lets one thread wait for another: a ring is kept until it is heard.
///
/// Sending it between threads is safe: `mutex` and `condition` are made for that and stay at one address until `deinit`,
/// when nobody else has a reference; `hasRung` is read and written only while `mutex` is held.
package final class Doorbell: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var hasRung = false

    /// Makes a silent one: pthread_mutex_init(3), pthread_cond_init(3), whose waits follow `CLOCK_MONOTONIC`.
    package init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Ends the wait of the one thread that waits, or the next wait at once.
    package func ring() {
        pthread_mutex_lock(mutex)
        hasRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits for a ring and takes it back.
    ///
    /// - Returns: False when the deadline passed first.
    package func wait(until deadline: Deadline) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !hasRung {
            guard waitForChange(until: deadline) || hasRung else { return false }
        }
        hasRung = false
        return true
    }

    /// pthread_cond_timedwait(3); false when the deadline has passed.
    private func waitForChange(until deadline: Deadline) -> Bool {
        guard let remaining = deadline.remainingNanoseconds else {
            pthread_cond_wait(condition, mutex)
            return true
        }
        var moment = timespec()
        clock_gettime(CLOCK_MONOTONIC, &moment)
        let nanoseconds = UInt64(clamping: moment.tv_nsec) + remaining % 1_000_000_000
        moment.tv_sec += Int(clamping: remaining / 1_000_000_000 + nanoseconds / 1_000_000_000)
        moment.tv_nsec = Int(clamping: nanoseconds % 1_000_000_000)
        return pthread_cond_timedwait(condition, mutex, &moment) != ETIMEDOUT
    }
}
