import CSystemd

/// Something that a loop waits for, and what it then does: `sd_event_source`, sd-event(3).
///
/// The subclasses are the kinds of source. Whoever holds one keeps it going; when it is released, or
/// ``cancel()`` is called, its handler will not run again and is released as well.
public class EventSource {
    /// The loop it belongs to, kept alive by it.
    public let loop: EventLoop

    /// A name for messages and debugging, sd_event_source_set_description(3).
    public let label: String

    /// Owned; nil before it is added and after it was cancelled.
    private var pointer: OpaquePointer?

    init(loop: EventLoop, label: String) {
        self.loop = loop
        self.label = label
    }

    deinit {
        if let pointer { sd_event_source_disable_unref(pointer) }
    }

    /// Adds the source: calls one of the functions `sd_event_add_...` with this object as its userdata.
    ///
    /// The loop is given an unretained reference. It stays valid as long as it is used, because releasing or
    /// cancelling this object removes the source, and a dispatch keeps the object alive until it is done.
    final func attach(
        _ function: StaticString,
        priority: EventPriority,
        _ add: (OpaquePointer, inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemdError) {
        let userdata = Unmanaged.passUnretained(self).toOpaque()
        try check(add(loop.pointer, &pointer, userdata), function, label)
        let pointer = try attached()
        try check(sd_event_source_set_description(pointer, label), "sd_event_source_set_description", label)
        if priority != .normal { try setPriority(priority) }
    }

    /// The C object.
    ///
    /// - Throws: ``SystemdError/Code/stale`` when the source was cancelled.
    final func attached() throws(SystemdError) -> OpaquePointer {
        guard let pointer else {
            throw SystemdError(code: .stale, function: "sd_event_source", context: "\(label), which was cancelled")
        }
        return pointer
    }

    /// Ends the source for good: `sd_event_source_disable_unref`, sd_event_source_unref(3).
    ///
    /// It may be called in any handler, this source's own too, and more than once. A descriptor is to be closed
    /// after its source was cancelled, not before.
    public final func cancel() {
        guard let pointer else { return }
        self.pointer = nil
        sd_event_source_disable_unref(pointer)
        releaseHandler()
    }

    /// Whether ``cancel()`` was called.
    public final var isCancelled: Bool { pointer == nil }

    /// Lets go of the handler and so of what it captured.
    func releaseHandler() {}

    /// Reports what a handler threw.
    final func report(_ error: any Error) {
        loop.onError(self, error)
    }

    /// Changes when it runs compared to others: `sd_event_source_set_priority`, sd_event_source_set_priority(3).
    public final func setPriority(_ priority: EventPriority) throws(SystemdError) {
        try check(
            sd_event_source_set_priority(try attached(), priority.rawValue),
            "sd_event_source_set_priority",
            label
        )
    }

    final func setEnabled(_ state: EnabledState) throws(SystemdError) {
        try check(sd_event_source_set_enabled(try attached(), state.rawValue), "sd_event_source_set_enabled", label)
    }
}

/// How long a source stays enabled: the constants of sd_event_source_set_enabled(3).
enum EnabledState: Int32 {
    case off = 0
    case on = 1
    case oneshot = -1
}
