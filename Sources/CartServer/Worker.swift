import Glibc
import Synchronization

/// Does pieces of work one after another, on a thread that lives as long as there are some.
///
/// The thread gives way to the event loop where both want the processor.
final class Worker: Sendable {
    /// A piece of work.
    typealias Work = @Sendable () -> Void

    private struct State {
        var waiting: [Work] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Niceness of the thread, of -20 to 19.
    private static let niceness: Int32 = 10

    /// Whether anything is being done.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Adds a piece of work.
    func add(_ work: @escaping Work) {
        let starts = state.withLock { state in
            state.waiting.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts, !start() {
            // Without a thread it is done here: late is better than never.
            run()
        }
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
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
