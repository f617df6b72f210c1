import CSystemd
import Glibc

/// Runs at a moment of the monotonic clock: `sd_event_add_time`, sd_event_add_time(3).
///
/// It runs once each time it is armed. Arming it again replaces the moment in place, without a system call
/// of its own; still, a deadline that moves with every request is cheaper checked when the timer runs.
/// Timers of one priority that are due at the same iteration run in no particular order.
public final class TimerSource: CallbackSource {
    /// Is called with the source, which may be armed again.
    public typealias Handler = (TimerSource) throws -> Void

    init(
        loop: EventLoop,
        label: String,
        accuracy: Duration,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        super.init(loop: loop, label: label)
        callback = { [unowned self] in try handler(self) }
        // To libsystemd an accuracy of 0 means its default of 250 ms; who asks for zero means as exact as can be.
        let slack = min(max(accuracy.clampedMicroseconds, 1), .max - 1)
        try attach("sd_event_add_time", priority: priority) { loop, source, userdata in
            sd_event_add_time(loop, &source, CLOCK_MONOTONIC, .max, slack, dispatch, userdata)
        }
        try disarm()
    }

    /// Lets it run at a moment, or at once when that has passed: `sd_event_source_set_time`,
    /// sd_event_source_set_time(3).
    public func arm(at moment: MonotonicInstant) throws(SystemdError) {
        try check(sd_event_source_set_time(try attached(), moment.microseconds), "sd_event_source_set_time", label)
        try setEnabled(.oneshot)
    }

    /// Lets it run after so much time, counted from ``EventLoop/now``; at once for a negative duration.
    public func arm(after delay: Duration) throws(SystemdError) {
        try arm(at: loop.now.advanced(by: max(delay, .zero)))
    }

    /// Lets it not run: `sd_event_source_set_enabled`, sd_event_source_set_enabled(3).
    public func disarm() throws(SystemdError) {
        try setEnabled(.off)
    }
}

private let dispatch: sd_event_time_handler_t = { _, _, userdata in
    guard let userdata else { return 0 }
    Unmanaged<TimerSource>.fromOpaque(userdata).takeUnretainedValue().run()
    return 0
}

extension EventLoop {
    /// Makes a timer, not armed yet: `sd_event_add_time`, sd_event_add_time(3).
    ///
    /// - Parameter accuracy: how much later it may run so that several timers share one wake-up; zero for as exact
    ///   as the kernel can. 250 ms is libsystemd's own default.
    public func addTimer(
        accuracy: Duration = .milliseconds(250),
        priority: EventPriority = .normal,
        label: String = "timer",
        handler: @escaping TimerSource.Handler
    ) throws(SystemdError) -> TimerSource {
        try TimerSource(loop: self, label: label, accuracy: accuracy, priority: priority, handler: handler)
    }
}
