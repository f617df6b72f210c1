import Glibc

/// What a descriptor can become ready for, as the events of poll(2).
package struct Readiness: OptionSet, Hashable, Sendable {
    /// The bits of `struct pollfd`.
    package let rawValue: Int16

    /// Wraps the bits of `struct pollfd`.
    package init(rawValue: Int16) { self.rawValue = rawValue }

    /// There is something to read, or the end of it: `POLLIN`.
    package static let readable = Readiness(rawValue: Int16(POLLIN))
    /// A write would take at least a part: `POLLOUT`.
    package static let writable = Readiness(rawValue: Int16(POLLOUT))
    /// The other side is gone; what it sent before can still be read: `POLLHUP`.
    package static let hangup = Readiness(rawValue: Int16(POLLHUP))
    /// The descriptor has an error that the next call on it reports: `POLLERR`.
    package static let failed = Readiness(rawValue: Int16(POLLERR))
}

extension OwnedDescriptor {
    /// Blocks until the descriptor is ready for one of `events`, by poll(2).
    ///
    /// Signals do not cut the wait short. ``Readiness/hangup`` and ``Readiness/failed`` are reported unasked,
    /// because the read or write that follows will not block either.
    ///
    /// - Returns: what it is ready for; empty when the deadline passed first.
    package borrowing func wait(
        for events: Readiness,
        until deadline: Deadline = .never
    ) throws(SystemError) -> Readiness {
        var entry = pollfd(fd: rawValue, events: events.rawValue, revents: 0)
        while true {
            let timeout = deadline.pollTimeout
            let count = poll(&entry, 1, timeout)
            if count > 0 {
                guard entry.revents & Int16(POLLNVAL) == 0 else {
                    throw SystemError(code: EBADF, operation: "poll", context: "descriptor \(rawValue)")
                }
                return Readiness(rawValue: entry.revents)
            }
            if count < 0, errno != EINTR { throw .last("poll", "descriptor \(rawValue)") }
            if count == 0, deadline.hasPassed { return [] }
        }
    }
}

extension OwnedDescriptor {
    /// Blocks until the descriptor is ready for one of `events` or another one is readable, by poll(2).
    ///
    /// - Returns: What this one is ready for, as ``wait(for:until:)`` says it, and whether the other one is readable; neither
    ///   when the deadline passed first.
    package borrowing func wait(
        for events: Readiness,
        orReadable other: borrowing OwnedDescriptor,
        until deadline: Deadline
    ) throws(SystemError) -> (ready: Readiness, other: Bool) {
        var entries = (
            pollfd(fd: rawValue, events: events.rawValue, revents: 0),
            pollfd(fd: other.rawValue, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let timeout = deadline.pollTimeout
            let count = withUnsafeMutablePointer(to: &entries) {
                $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, timeout) }
            }
            if count > 0 {
                guard (entries.0.revents | entries.1.revents) & Int16(POLLNVAL) == 0 else {
                    throw SystemError(
                        code: EBADF,
                        operation: "poll",
                        context: "descriptors \(rawValue), \(other.rawValue)"
                    )
                }
                return (Readiness(rawValue: entries.0.revents), entries.1.revents != 0)
            }
            if count < 0, errno != EINTR { throw .last("poll", "descriptors \(rawValue), \(other.rawValue)") }
            if count == 0, deadline.hasPassed { return ([], false) }
        }
    }
}

extension Deadline {
    /// The time left as poll(2) takes it: milliseconds, rounded up so that a wait does not end early, -1 for no limit.
    ///
    /// What is longer than an `Int32` is waited for in parts.
    var pollTimeout: Int32 {
        guard let remaining = remainingNanoseconds else { return -1 }
        return Int32(clamping: remaining / 1_000_000 + (remaining % 1_000_000 == 0 ? 0 : 1))
    }
}
