import CartModel
import CartStore
import Glibc
import Synchronization
import Systemd
import UnixSockets

/// Reads catalog files one after another on a thread that lives as long as there are some.
final class CatalogReader: CatalogReading, Sendable {
    /// What was read, by the job's number.
    typealias Finished = (number: UInt64, result: Result<Catalog, CartError>)

    private struct State: ~Copyable {
        var waiting: [Waiting] = []
        var finished: [Finished] = []
        var isRunning = false
    }

    /// A job in a list: arrays hold only copyable values.
    private final class Waiting: Sendable {
        let job: CatalogReadJob

        init(_ job: consuming CatalogReadJob) { self.job = job }
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup

    /// Creates a reader.
    ///
    /// - Parameter wakeup: Is signalled whenever ``takeFinished()`` has something.
    init(wakeup: Wakeup) {
        self.wakeup = wakeup
    }

    func read(_ job: consuming CatalogReadJob) {
        let waiting = Waiting(job)
        let starts = state.withLock { state in
            state.waiting.append(waiting)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts, !start() {
            // Without a thread the file is read here: late is better than never.
            run()
        }
    }

    func giveUp(_ number: UInt64) {
        // Its file is closed behind the lock.
        let given = state.withLock { state in
            state.waiting.firstIndex { $0.job.number == number }.map { state.waiting.remove(at: $0) }
        }
        withExtendedLifetime(given) {}
    }

    /// Whether a file is being read.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Takes what has been read since the last call.
    func takeFinished() -> [Finished] {
        state.withLock { state in
            defer { state.finished = [] }
            return state.finished
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
                if let argument { Unmanaged<CatalogReader>.fromOpaque(argument).takeRetainedValue().run() }
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
        while let next = next() {
            let finished = (next.job.number, next.job.run())
            state.withLock { $0.finished.append(finished) }
            wakeup.signal()
        }
    }

    private func next() -> Waiting? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
