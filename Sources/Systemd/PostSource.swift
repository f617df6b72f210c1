import CSystemd

/// Runs after every iteration in which another source ran: `sd_event_add_post`, sd_event_add_post(3).
public final class PostSource: EventSource {
    /// Is called with the source.
    public typealias Handler = (PostSource) throws -> Void

    private var handler: Handler?

    init(
        loop: EventLoop,
        label: String,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        self.handler = handler
        super.init(loop: loop, label: label)
        try attach("sd_event_add_post", priority: priority) { loop, source, userdata in
            sd_event_add_post(loop, &source, dispatch, userdata)
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
    Unmanaged<PostSource>.fromOpaque(userdata).takeUnretainedValue().run()
    return 0
}

extension EventLoop {
    /// Runs something after other sources: `sd_event_add_post`, sd_event_add_post(3).
    public func addPost(
        priority: EventPriority = .normal,
        label: String = "post",
        handler: @escaping PostSource.Handler
    ) throws(SystemdError) -> PostSource {
        try PostSource(loop: self, label: label, priority: priority, handler: handler)
    }
}
