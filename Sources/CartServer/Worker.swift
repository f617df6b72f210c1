import Glibc
import Synchronization

/// Does pieces of work one after another, on a thread that lives as long as there are some.
///
/// The thread gives way to the event loop where both want the processor. What is taken back leaves nothing behind, so
/// that a piece of work that hangs, such as on a file that its server does not give, does not pile up what nobody waits
/// for.
final class Worker: Sendable {
    /// A piece of work.
    typealias Work = @Sendable () -> Void

    private struct State {
        /// What waits, by its number.
        var waiting: [UInt64: Work] = [:]
        /// The number of what is done next, or before it where that was taken back.
        var first: UInt64 = 0
        /// The number of what is added next.
        var end: UInt64 = 0
        var isRunning = false

        mutating func takeFirst() -> Work? {
            while first < end {
                defer { first += 1 }
                if let work = waiting.removeValue(forKey: first) {
                    return work
                }
            }
            return nil
        }
    }

    private let state = Mutex(State())

    /// Niceness of the thread, of -20 to 19.
    private static let niceness: Int32 = 10

    /// Whether anything is being done.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// How many pieces of work wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Adds a piece of work.
    ///
    /// - Returns: Its number.
    @discardableResult
    func add(_ work: @escaping Work) -> UInt64 {
        let (number, starts) = state.withLock { state in
            let number = state.end
            state.waiting[number] = work
            state.end += 1
            defer { state.isRunning = true }
            return (number, !state.isRunning)
        }
        if starts, !start() {
            // Without a thread it is done here: late is better than never.
            run()
        }
        return number
    }

    /// Takes back a piece of work, unless it has begun.
    func remove(_ number: UInt64) {
        // Let go outside of the lock.
        _ = state.withLock { $0.waiting.removeValue(forKey: number) }
    }

    private func start() -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The usual size, whatever limit the daemon was started with: property lists are decoded recursively.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread,
            &attributes,
            { argument in
                // Linux has a niceness for each thread: setpriority(2), BUGS.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Worker.niceness)
                if let argument { Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument.toOpaque()
        )
        if code != 0 {
            argument.release()
        }
        return code == 0
    }

    private func run() {
        while let work = next() {
            work()
        }
    }

    private func next() -> Work? {
        state.withLock { state in
            let work = state.takeFirst()
            state.isRunning = work != nil
            return work
        }
    }
}
