import CSystemd
import Glibc

/// Wakes a loop from any thread: eventfd(2).
///
/// It is how a worker comes back as an event. Several signals before the loop gets to it are one event, so
/// what there is to do belongs into a queue of its own, filled before ``signal()``.
public final class Wakeup: Sendable {
    let descriptor: Int32

    init() throws(SystemdError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw SystemdError(code: SystemdError.Code(rawValue: errno), function: "eventfd")
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Lets the loop run the handler; from any thread, at any time, also when the source has ended.
    public func signal() {
        // It can fail only when the counter is full (EAGAIN), and then the loop is woken already; an eventfd
        // is never interrupted while it does not block.
        _ = eventfd_write(descriptor, 1)
    }

    /// Takes back all signals so far.
    func drain() {
        var count: eventfd_t = 0
        // Fails with EAGAIN when there is none, which is as good.
        _ = eventfd_read(descriptor, &count)
    }
}

/// The loop's end of a ``Wakeup``.
public final class WakeupSource {
    /// What other threads are given.
    public let wakeup: Wakeup

    private let source: IOSource

    init(
        loop: EventLoop,
        label: String,
        priority: EventPriority,
        handler: @escaping () throws -> Void
    ) throws(SystemdError) {
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        source = try loop.addIO(wakeup.descriptor, events: .readable, priority: priority, label: label) { _, _ in
            // Before the handler: a signal that comes while it runs then makes it run again.
            wakeup.drain()
            try handler()
        }
    }

    /// Ends it for good; later signals do nothing.
    public func cancel() { source.cancel() }
}

extension EventLoop {
    /// Makes a way for other threads to run something on the loop: eventfd(2), `sd_event_add_io`.
    public func addWakeup(
        priority: EventPriority = .normal,
        label: String = "wakeup",
        handler: @escaping () throws -> Void
    ) throws(SystemdError) -> WakeupSource {
        try WakeupSource(loop: self, label: label, priority: priority, handler: handler)
    }
}
