import CSystemd
import Glibc

/// A signal that arrived: parts of `struct signalfd_siginfo`, signalfd(2).
public struct SignalInfo: Hashable, Sendable {
    /// The number, such as `SIGTERM`.
    public let signal: Int32
    /// The process that sent it; 0 when the kernel did.
    public let process: Int32
    /// The real user of that process.
    public let user: UInt32
}

/// Turns a signal into an event: `sd_event_add_signal`, sd_event_add_signal(3).
///
/// The handler is an ordinary one, without the restrictions of signal-safety(7).
public final class SignalSource: EventSource {
    /// Is called with the source and the signal.
    public typealias Handler = (SignalSource, SignalInfo) throws -> Void

    private var handler: Handler?

    init(
        loop: EventLoop,
        label: String,
        signal: Int32,
        priority: EventPriority,
        handler: @escaping Handler
    ) throws(SystemdError) {
        self.handler = handler
        super.init(loop: loop, label: label)
        try EventLoop.blockSignals([signal])
        try attach("sd_event_add_signal", priority: priority) { loop, source, userdata in
            sd_event_add_signal(loop, &source, signal, dispatch, userdata)
        }
    }

    override func releaseHandler() {
        withExtendedLifetime(handler) { handler = nil }
    }

    fileprivate func run(_ info: SignalInfo) {
        guard let handler else { return }
        do { try handler(self, info) } catch { report(error) }
    }
}

private let dispatch: sd_event_signal_handler_t = { _, info, userdata in
    guard let userdata, let info = info?.pointee else { return 0 }
    Unmanaged<SignalSource>.fromOpaque(userdata).takeUnretainedValue().run(
        SignalInfo(
            signal: Int32(truncatingIfNeeded: info.ssi_signo),
            process: Int32(truncatingIfNeeded: info.ssi_pid),
            user: info.ssi_uid
        )
    )
    return 0
}

extension EventLoop {
    /// Waits for a signal: `sd_event_add_signal`, sd_event_add_signal(3).
    ///
    /// The signal is blocked in the calling thread first and stays so when the source ends, because one that is
    /// already on its way would then kill the process. Other threads that run already must block it themselves:
    /// call ``blockSignals(_:)`` before there are any.
    ///
    /// - Throws: ``SystemdError``: `EBUSY` when the loop has a source for this signal; `EINVAL` for a number that
    ///   is no signal.
    public func addSignal(
        _ signal: Int32,
        priority: EventPriority = .normal,
        label: String = "signal",
        handler: @escaping SignalSource.Handler
    ) throws(SystemdError) -> SignalSource {
        try SignalSource(loop: self, label: label, signal: signal, priority: priority, handler: handler)
    }

    /// Blocks signals in the calling thread and in all threads that it starts from now on: pthread_sigmask(3).
    public static func blockSignals(_ signals: [Int32]) throws(SystemdError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals where sigaddset(&set, signal) != 0 {
            throw SystemdError(code: .invalidArgument, function: "sigaddset", context: "signal \(signal)")
        }
        try check(-pthread_sigmask(SIG_BLOCK, &set, nil), "pthread_sigmask")
    }
}
