import Glibc
import Synchronization

/// Notes signals instead of dying of them, as long as it lives: sigaction(2).
///
/// There is one disposition a signal in a process, so there should be one of these at a time.
package final class SignalWatch: Sendable {
    private let previous: [(signal: Int32, action: sigaction)]

    /// The last signal that was caught; a handler may touch nothing but such a lock-free atomic (signal-safety(7)).
    private static let last = Atomic<Int32>(0)

    /// Starts to watch.
    package init(_ signals: [Int32]) {
        Self.last.store(0, ordering: .relaxed)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { SignalWatch.last.store($0, ordering: .relaxed) }
        previous = signals.compactMap { signal in
            var before = sigaction()
            sigaction(signal, nil, &before)
            // What the caller has switched off, as nohup(1) does, stays off. SIG_IGN is the address 1.
            guard unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) != 1 else { return nil }
            sigaction(signal, &action, nil)
            return (signal, before)
        }
    }

    /// The last signal that was caught, or nil.
    package var caught: Int32? {
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
