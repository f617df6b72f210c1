import CSystemd
import Glibc

/// What the service manager has told this process about itself.
///
/// Telling it something is ``notify(_:)``.
public enum ServiceManager {
    /// Whether the service manager listens to this process: `NOTIFY_SOCKET` is set, sd_notify(3).
    public static var isManaged: Bool {
        Environment.value(of: "NOTIFY_SOCKET").map { !$0.isEmpty } ?? false
    }

    /// Whether the machine was booted with systemd: `sd_booted`, sd_booted(3).
    public static var isBooted: Bool { sd_booted() > 0 }

    /// How often the service manager wants to hear ``ServiceNotification/watchdog``: `sd_watchdog_enabled`,
    /// sd_watchdog_enabled(3).
    ///
    /// It kills the service when it has heard nothing for this long; send twice as often. An ``EventLoop`` does
    /// so by itself, see ``EventLoop/setWatchdog(_:)``.
    ///
    /// - Returns: nil when no watchdog is asked for, or it is asked of another process.
    /// - Throws: ``SystemdError`` when `WATCHDOG_USEC` or `WATCHDOG_PID` is malformed.
    public static func watchdogInterval() throws(SystemdError) -> Duration? {
        var microseconds: UInt64 = 0
        let enabled = try check(
            sd_watchdog_enabled(0, &microseconds),
            "sd_watchdog_enabled",
            "WATCHDOG_USEC=\(Environment.value(of: "WATCHDOG_USEC") ?? "")"
        )
        return enabled > 0 ? Duration.microseconds(Int64(clamping: microseconds)) : nil
    }
}
