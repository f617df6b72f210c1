import CSystemd
import Glibc

/// An event loop: `sd_event`, sd-event(3).
///
/// It belongs to one thread: it and all its sources are made, used and released there. The only thing that
/// other threads may touch is a ``Wakeup``.
///
/// ## What one iteration does
/// It asks the kernel what is ready, and then calls the handler of exactly **one** source: of all that are
/// ready or pending the one with the most important ``EventPriority``, among equals the one that has waited
/// longest (a ``WorkSource`` before all others). Then it asks again. So a source of a less important priority runs only when nothing of a more
/// important one is ready; that is what makes ``EndOfTurnSource`` possible.
///
/// ## Who owns what
/// The loop does not keep sources alive: whoever adds one holds it, and letting go of it ends it. A handler is
/// given its source, so it need not capture it. A handler may cancel any source, its own included.
///
/// Hold sources in properties. A local constant does not do: an optimised build lets go of it after its last
/// use, which comes before the loop runs, unless `withExtendedLifetime` says otherwise.
///
/// ## Errors
/// What a handler throws goes to ``onError``, and the source stays as it is. libsystemd itself would disable
/// the source for good; here that is the decision of whoever knows what the source is for.
public final class EventLoop {
    let pointer: OpaquePointer

    /// Is called with what a handler threw, and the handler's source.
    ///
    /// Writes a line to standard error unless replaced. An input source whose handler throws before it has read is ready again at once, so cancel or disable it here.
    public var onError: (EventSource, any Error) -> Void = EventLoop.writeToStandardError

    /// Makes a loop: `sd_event_new`, sd_event_new(3).
    public init() throws(SystemdError) {
        var pointer: OpaquePointer?
        try check(sd_event_new(&pointer), "sd_event_new")
        guard let pointer else { throw SystemdError(code: .notFound, function: "sd_event_new") }
        self.pointer = pointer
    }

    deinit {
        sd_event_unref(pointer)
    }

    /// Runs until ``exit(code:)`` is called, then runs the ``ExitSource``s: `sd_event_loop`, sd_event_loop(3).
    ///
    /// - Returns: the code that was given to ``exit(code:)``.
    /// - Throws: ``SystemdError``: `EBUSY` when called from a handler, `ESTALE` when the loop has finished before.
    public func run() throws(SystemdError) -> Int32 {
        repeat {
            try check(sd_event_run(pointer, .max), "sd_event_run")
        } while sd_event_get_state(pointer) != Int32(SD_EVENT_FINISHED)
        var code: Int32 = 0
        try check(sd_event_get_exit_code(pointer, &code), "sd_event_get_exit_code")
        return code
    }

    /// Waits for one event and calls its handler: `sd_event_run`, sd_event_run(3).
    ///
    /// - Parameter timeout: how long to wait at most; zero looks once, nil waits for ever.
    /// - Returns: whether a handler was called.
    @discardableResult
    public func runOnce(timeout: Duration? = nil) throws(SystemdError) -> Bool {
        try check(sd_event_run(pointer, timeout?.clampedMicroseconds ?? .max), "sd_event_run") > 0
    }

    /// Ends the loop after the handler that runs now: `sd_event_exit`, sd_event_exit(3).
    ///
    /// From here on only ``ExitSource``s run. A second call replaces the code.
    ///
    /// - Parameter code: what ``run()`` returns, 0 to 255 if it is to become the exit status of the process.
    public func exit(code: Int32 = 0) throws(SystemdError) {
        try check(sd_event_exit(pointer, code), "sd_event_exit")
    }

    /// Whether ``exit(code:)`` was called: `sd_event_get_exit_code`, sd_event_exit(3).
    public var isExiting: Bool {
        var code: Int32 = 0
        return sd_event_get_exit_code(pointer, &code) >= 0
    }

    /// When the current iteration woke up: `sd_event_now`, sd_event_now(3).
    ///
    /// It costs no system call, and all handlers of an iteration agree on it. Before the first it is the present.
    public var now: MonotonicInstant {
        var microseconds: UInt64 = 0
        guard sd_event_now(pointer, CLOCK_MONOTONIC, &microseconds) >= 0 else { return .now }
        return MonotonicInstant(microseconds: microseconds)
    }

    /// How many iterations have begun: `sd_event_get_iteration`, sd_event_get_iteration(3).
    public var iteration: UInt64 {
        var iteration: UInt64 = 0
        sd_event_get_iteration(pointer, &iteration)
        return iteration
    }

    /// Lets the loop tell the service manager that it is alive, in time for ``ServiceManager/watchdogInterval()``:
    /// `sd_event_set_watchdog`, sd_event_set_watchdog(3).
    ///
    /// - Returns: whether it does so now; false when the service manager asked for no watchdog.
    @discardableResult
    public func setWatchdog(_ enabled: Bool) throws(SystemdError) -> Bool {
        try check(sd_event_set_watchdog(pointer, enabled ? 1 : 0), "sd_event_set_watchdog") > 0
    }

    private static func writeToStandardError(_ source: EventSource, _ error: any Error) {
        // A prefix of sd-daemon(3) gives the line its priority when standard error leads to the journal.
        let line = Array("<3>\(source.label): \(error)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
