import CGlibc
import UnixSockets

/// A descriptor that is readable while it is raised: eventfd(2), for a thread that waits with poll(2).
final class Alarm: Sendable {
    let descriptor: OwnedDescriptor

    /// Makes one that is not raised, close-on-exec and nonblocking.
    init() throws(SystemError) {
        let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard number >= 0 else { throw .last("eventfd") }
        descriptor = OwnedDescriptor(taking: number)
    }

    /// Makes it readable, until it is cleared.
    func raise() {
        // Fails only where the counter is full, and then it is readable already.
        _ = eventfd_write(descriptor.rawValue, 1)
    }

    /// Makes it unreadable, also where it was raised many times.
    func clear() {
        var count: eventfd_t = 0
        // Fails where it was not raised, which is as good.
        _ = eventfd_read(descriptor.rawValue, &count)
    }
}
