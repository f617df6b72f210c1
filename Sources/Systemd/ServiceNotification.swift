import Glibc

/// One thing that a service tells its manager, as an assignment of sd_notify(3).
public struct ServiceNotification: Hashable, Sendable {
    /// The lines `NAME=value` that are sent.
    let assignments: String

    private init(_ assignments: String) {
        self.assignments = assignments
    }

    /// Start-up or a reload is finished: `READY=1`.
    public static let ready = ServiceNotification("READY=1")

    /// Shutting down has begun: `STOPPING=1`.
    public static let stopping = ServiceNotification("STOPPING=1")

    /// The service is alive: `WATCHDOG=1`.
    public static let watchdog = ServiceNotification("WATCHDOG=1")

    /// The service has found itself broken and asks to be treated as if the watchdog had struck: `WATCHDOG=trigger`.
    public static let watchdogTrigger = ServiceNotification("WATCHDOG=trigger")

    /// The configuration is being read again, begun now: `RELOADING=1` with `MONOTONIC_USEC=`.
    ///
    /// Send ``ready`` when it is done. With `Type=notify-reload` both are needed.
    public static var reloading: ServiceNotification {
        ServiceNotification("RELOADING=1\nMONOTONIC_USEC=\(MonotonicInstant.now.microseconds)")
    }

    /// A line for people, shown by `systemctl status`: `STATUS=`.
    ///
    /// The protocol separates assignments by line feeds and a text may come from outside, so every control
    /// character becomes a space: a text cannot say more than a status.
    public static func status(_ text: String) -> ServiceNotification {
        let line = String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
        return ServiceNotification("STATUS=\(line)")
    }

    /// Why the service is about to fail, as an `errno`: `ERRNO=`.
    public static func errno(_ code: Int32) -> ServiceNotification {
        ServiceNotification("ERRNO=\(code)")
    }

    /// The process that is the service from now on: `MAINPID=`.
    public static func mainProcess(_ process: Int32) -> ServiceNotification {
        ServiceNotification("MAINPID=\(process)")
    }

    /// Asks for this much more time, from now, to start, stop or run: `EXTEND_TIMEOUT_USEC=`.
    ///
    /// A negative duration counts as none.
    public static func extendTimeout(_ duration: Duration) -> ServiceNotification {
        ServiceNotification("EXTEND_TIMEOUT_USEC=\(duration.clampedMicroseconds)")
    }
}
