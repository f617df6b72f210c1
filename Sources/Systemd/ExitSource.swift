import CSystemd

/// Runs once after ``EventLoop/exit(code:)``, in the order of priority: `sd_event_add_exit`, sd_event_add_exit(3).
public final class ExitSource: CallbackSource {
    /// Is called with the source.
    public typealias Handler = (ExitSource) throws -> Void

    init(
        loop: EventLoop,
        label: String,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        super.init(loop: loop, label: label)
        try attach("sd_event_add_exit", priority: priority, sd_event_add_exit) { [unowned self] in
            try handler(self)
        }
    }
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
