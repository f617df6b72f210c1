import Glibc
import Synchronization
import Testing

/// A thread of its own for a body that blocks, which the threads of Swift's concurrency are too few for.
final class BackgroundThread<Value: Sendable>: Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Value
        let result = Mutex<Value?>(nil)

        init(_ body: @escaping @Sendable () -> Value) { self.body = body }
    }

    private let thread: pthread_t
    private let work: Work

    /// Starts the body: pthread_create(3).
    init(_ body: @escaping @Sendable () -> Value) throws {
        work = Work(body)
        var thread = pthread_t()
        let runner: @Sendable () -> Void = { [work] in
            let value = work.body()
            work.result.withLock { $0 = value }
        }
        let status = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Runner>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            Unmanaged.passRetained(Runner(runner)).toOpaque()
        )
        try #require(status == 0, "pthread_create: \(status)")
        self.thread = thread
    }

    /// Waits for its end, once: pthread_join(3).
    func join() throws -> Value {
        pthread_join(thread, nil)
        return try #require(work.result.withLock { $0 })
    }
}

private final class Runner: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
