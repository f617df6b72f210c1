import CSystemd

/// Runs after every iteration in which another source ran: `sd_event_add_post`, sd_event_add_post(3).
public final class PostSource: CallbackSource {
    /// Is called with the source.
    public typealias Handler = (PostSource) throws -> Void

    init(
        loop: EventLoop,
        label: String,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        super.init(loop: loop, label: label)
        try attach("sd_event_add_post", priority: priority, sd_event_add_post) { [unowned self] in
            try handler(self)
        }
    }
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
