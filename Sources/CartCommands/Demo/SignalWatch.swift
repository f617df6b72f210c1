import Glibc
import Synchronization

/// Notes signals instead of dying of them, as long as it lives: sigaction(2).
///
/// There is one disposition a signal in a process, so there should be one of these at a time.
final class SignalWatch: Sendable {
    private let previous: [(signal: Int32, action: sigaction)]

    /// The last signal that was caught; a handler may touch nothing but such a lock-free atomic (signal-safety(7)).
    private static let last = Atomic<Int32>(0)

    /// Starts to watch.
    init(_ signals: [Int32]) {
        Self.last.store(0, ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { SignalWatch.last.store($0, ordering: .relaxed) }
        previous = signals.map { signal in
            var before = sigaction()
            sigaction(signal, &action, &before)
            return (signal, before)
        }
    }

    /// The last signal that was caught, or nil.
    var caught: Int32? {
        let signal = Self.last.load(ordering: .relaxed)
        return signal == 0 ? nil : signal
    }

    deinit {
        for (signal, action) in previous {
            var action = action
            sigaction(signal, &action, nil)
        }
    }
}
