import CSystemd
import Glibc

/// What a descriptor is ready for, or is watched for: the bits of epoll_ctl(2).
public struct IOEvents: OptionSet, Hashable, Sendable {
    /// The bits of `epoll_event.events`.
    public let rawValue: UInt32

    /// Wraps the bits of `epoll_event.events`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the end of it: `EPOLLIN`.
    public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    /// A write would take something: `EPOLLOUT`.
    public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// The peer will send no more: `EPOLLRDHUP`.
    public static let peerClosed = IOEvents(rawValue: EPOLLRDHUP.rawValue)
    /// Both directions are closed; reported unasked: `EPOLLHUP`.
    public static let hangup = IOEvents(rawValue: EPOLLHUP.rawValue)
    /// The descriptor has an error; reported unasked: `EPOLLERR`.
    public static let failed = IOEvents(rawValue: EPOLLERR.rawValue)
    /// Report a change only, instead of the state: `EPOLLET`.
    public static let edgeTriggered = IOEvents(rawValue: EPOLLET.rawValue)
}

/// Waits until a descriptor is ready: `sd_event_add_io`, sd_event_add_io(3).
///
/// The state is reported, not its change (unless ``IOEvents/edgeTriggered`` is asked for): a handler that leaves
/// something unread is called again.
public final class IOSource: EventSource {
    /// Is called with the source and what the descriptor is ready for.
    public typealias Handler = (IOSource, IOEvents) throws -> Void

    private var handler: Handler?

    init(
        loop: EventLoop,
        label: String,
        descriptor: Int32,
        events: IOEvents,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        self.handler = handler
        super.init(loop: loop, label: label)
        try attach("sd_event_add_io", priority: priority) { loop, source, userdata in
            sd_event_add_io(loop, &source, descriptor, events.rawValue, dispatch, userdata)
        }
    }

    /// Changes what it waits for: `sd_event_source_set_io_events`, sd_event_source_set_io_events(3).
    ///
    /// No system call is made when it is what it was. An empty set still reports hang-ups and errors; use
    /// ``setEnabled(_:)`` to hear nothing.
    public func setEvents(_ events: IOEvents) throws(SystemdError) {
        try check(
            sd_event_source_set_io_events(try attached(), events.rawValue),
            "sd_event_source_set_io_events",
            label
        )
    }

    /// Stops waiting for a while, or goes on: `sd_event_source_set_enabled`, sd_event_source_set_enabled(3).
    public func setEnabled(_ enabled: Bool) throws(SystemdError) {
        try setEnabled(enabled ? EnabledState.on : .off)
    }

    override func releaseHandler() {
        // The old handler is let go of after the property was written, because that may run code that reads it.
        withExtendedLifetime(handler) { handler = nil }
    }

    fileprivate func run(_ events: IOEvents) {
        guard let handler else { return }
        do { try handler(self, events) } catch { report(error) }
    }
}

/// Always answers 0: a negative answer would make libsystemd disable the source.
private let dispatch: sd_event_io_handler_t = { _, _, events, userdata in
    guard let userdata else { return 0 }
    Unmanaged<IOSource>.fromOpaque(userdata).takeUnretainedValue().run(IOEvents(rawValue: events))
    return 0
}

extension EventLoop {
    /// Waits for a descriptor: `sd_event_add_io`, sd_event_add_io(3).
    ///
    /// The descriptor stays the caller's, and must stay open until the source is cancelled.
    ///
    /// - Throws: ``SystemdError``: `EPERM` for a kind of file that is always ready, such as a regular one;
    ///   `EEXIST` when the loop waits for this descriptor already; `EBADF` when it is not open.
    public func addIO(
        _ descriptor: Int32,
        events: IOEvents,
        priority: EventPriority = .normal,
        label: String = "input",
        handler: @escaping IOSource.Handler
    ) throws(SystemdError) -> IOSource {
        try IOSource(
            loop: self,
            label: label,
            descriptor: descriptor,
            events: events,
            priority: priority,
            handler: handler
        )
    }
}
