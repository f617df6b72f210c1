import Glibc
import Synchronization

/// A thread of the system's, for what blocks: the threads of Swift's own pool are few, and other tests hold them.
package final class BackgroundThread<Value: Sendable>: Sendable {
    private let thread: Mutex<pthread_t?>
    private let work: Work<Value>

    /// Starts a body: pthread_create(3).
    ///
    /// - Parameter stackSize: The bytes of its stack; nil is the usual size.
    package init(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Value) throws {
        work = Work(body)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize {
            let code = pthread_attr_setstacksize(&attributes, stackSize)
            guard code == 0 else { throw SystemFailure("pthread_attr_setstacksize", code) }
        }
        var thread = pthread_t()
        let argument = Unmanaged<AnyWork>.passRetained(work)
        let code = pthread_create(
            &thread,
            &attributes,
            { argument in
                if let argument { Unmanaged<AnyWork>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            argument.toOpaque()
        )
        guard code == 0 else {
            argument.release()
            throw SystemFailure("pthread_create", code)
        }
        self.thread = Mutex(thread)
    }

    /// Leaves a thread that nobody waits for to itself: pthread_detach(3).
    deinit {
        thread.withLock { thread in
            if let thread { pthread_detach(thread) }
        }
    }

    /// Waits for its end: pthread_join(3).
    package func join() {
        thread.withLock { thread in
            guard let ended = thread else { return }
            pthread_join(ended, nil)
            thread = nil
        }
    }

    /// Waits for its end, and answers what the body gave.
    package func value() throws -> Value {
        join()
        guard let result = work.result else { throw SystemFailure("a thread ended before its body", ECANCELED) }
        return result
    }
}

/// What a thread does, whatever comes of it; what it runs has no type parameters, as a C function needs it.
private class AnyWork {
    func run() {}
}

/// A body and its result.
///
/// Sending it between threads is safe: the body is constant and the result is behind a lock.
private final class Work<Value: Sendable>: AnyWork, @unchecked Sendable {
    private let body: @Sendable () -> Value
    private let value = Mutex<Value?>(nil)

    init(_ body: @escaping @Sendable () -> Value) { self.body = body }

    override func run() {
        let value = body()
        self.value.withLock { $0 = value }
    }

    var result: Value? { value.withLock { $0 } }
}
