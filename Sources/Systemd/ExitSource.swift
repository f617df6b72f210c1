import CSystemd

/// Runs once after ``EventLoop/exit(code:)``, in the order of priority: `sd_event_add_exit`, sd_event_add_exit(3).
public final class ExitSource: EventSource {
    /// Is called with the source.
    public typealias Handler = (ExitSource) throws -> Void

    private var handler: Handler?

    init(
        loop: EventLoop,
        label: String,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        self.handler = handler
        super.init(loop: loop, label: label)
        try attach("sd_event_add_exit", priority: priority) { loop, source, userdata in
            sd_event_add_exit(loop, &source, dispatch, userdata)
        }
    }

    override func releaseHandler() {
        withExtendedLifetime(handler) { handler = nil }
    }

    fileprivate func run() {
        guard let handler else { return }
        do { try handler(self) } catch { report(error) }
    }
}

private let dispatch: sd_event_handler_t = { _, userdata in
    guard let userdata else { return 0 }
    Unmanaged<ExitSource>.fromOpaque(userdata).takeUnretainedValue().run()
    return 0
}

extension EventLoop {
    /// Runs something when the loop ends: `sd_event_add_exit`, sd_event_add_exit(3).
    public func addExit(
        priority: EventPriority = .normal,
        label: String = "exit",
        handler: @escaping ExitSource.Handler
    ) throws(SystemdError) -> ExitSource {
        try ExitSource(loop: self, label: label, priority: priority, handler: handler)
    }
}
