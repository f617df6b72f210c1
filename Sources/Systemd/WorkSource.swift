import CSystemd

/// A piece of work that the loop does once for each time it was scheduled: `sd_event_add_defer`,
/// sd_event_add_defer(3).
///
/// Its priority says when, compared to whatever else is ready. Among equals it goes first, however long the
/// others have waited; so what schedules itself again and again needs a less important priority than the input
/// that it must not keep waiting.
public final class WorkSource: CallbackSource {
    /// Is called with the source, which may be scheduled again.
    public typealias Handler = (WorkSource) throws -> Void

    private var preparation: Handler?

    /// Whether it is scheduled and has not run yet.
    public private(set) var isScheduled = false

    init(
        loop: EventLoop,
        label: String,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        super.init(loop: loop, label: label)
        try attach("sd_event_add_defer", priority: priority, sd_event_add_defer) { [unowned self] in
            isScheduled = false
            try handler(self)
        }
        // libsystemd adds it scheduled.
        try setEnabled(.off)
    }

    /// Lets it run once, in one of the next iterations; when it is scheduled already, nothing changes.
    public func schedule() throws(SystemdError) {
        guard !isScheduled else { return }
        try setEnabled(.oneshot)
        isScheduled = true
    }

    /// Takes back what ``schedule()`` asked for.
    public func unschedule() throws(SystemdError) {
        try setEnabled(.off)
        isScheduled = false
    }

    /// Has something called at the start of every iteration in which it is scheduled:
    /// `sd_event_source_set_prepare`, sd_event_source_set_prepare(3).
    final func prepare(_ preparation: @escaping Handler) throws(SystemdError) {
        try check(sd_event_source_set_prepare(try attached(), prepareWork), "sd_event_source_set_prepare", label)
        self.preparation = preparation
    }

    override func releaseHandler() {
        isScheduled = false
        super.releaseHandler()
        withExtendedLifetime(preparation) { preparation = nil }
    }

    fileprivate func runPreparation() {
        guard let preparation else { return }
        do { try preparation(self) } catch { report(error) }
    }
}

private let prepareWork: sd_event_handler_t = { _, userdata in
    guard let userdata else { return 0 }
    Unmanaged<WorkSource>.fromOpaque(userdata).takeUnretainedValue().runPreparation()
    return 0
}

extension EventLoop {
    /// Makes a piece of work, not scheduled yet: `sd_event_add_defer`, sd_event_add_defer(3).
    public func addWork(
        priority: EventPriority = .normal,
        label: String = "work",
        handler: @escaping WorkSource.Handler
    ) throws(SystemdError) -> WorkSource {
        try WorkSource(loop: self, label: label, priority: priority, handler: handler)
    }
}
