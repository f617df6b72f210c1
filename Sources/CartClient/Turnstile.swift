import Glibc
package import UnixSockets

/// Lets one thread through at a time, in the order they came, and a waiting one give up at its deadline.
///
/// A `Mutex` has neither: a thread that calls without pause would keep the others out, and one that waits behind a long
/// call could not keep its own timeout.
///
/// Sending it between threads is safe: `mutex` and `condition` are made for that and stay at one address until
/// `deinit`, when nobody else has a reference; `line` is read and written only while `mutex` is held.
package final class Turnstile: @unchecked Sendable {
    private struct Line {
        var isOccupied = false
        var nextTicket: UInt64 = 0
        var waiting: [UInt64] = []
        var admitted: UInt64?
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var line = Line()

    /// Makes a free turnstile: pthread_mutex_init(3), pthread_cond_init(3), whose waits follow `CLOCK_MONOTONIC`.
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

    /// Waits for its turn; whoever got it has to ``leave()``.
    ///
    /// - Returns: False when the deadline passed first.
    package func enter(until deadline: Deadline) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard line.isOccupied else {
            line.isOccupied = true
            return true
        }
        let ticket = line.nextTicket
        line.nextTicket &+= 1
        line.waiting.append(ticket)
        while line.admitted != ticket {
            guard waitForChange(until: deadline) || line.admitted == ticket else {
                line.waiting.removeAll { $0 == ticket }
                return false
            }
        }
        line.admitted = nil
        return true
    }

    /// Lets the next one through.
    package func leave() {
        pthread_mutex_lock(mutex)
        if line.waiting.isEmpty {
            line.isOccupied = false
        } else {
            line.admitted = line.waiting.removeFirst()
            pthread_cond_broadcast(condition)
        }
        pthread_mutex_unlock(mutex)
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
