import Glibc
import UnixSockets

/// A thread of the library's own.
///
/// It takes no signal that is meant for the process (all are blocked but those that a fault raises in the thread itself), has a small
/// stack, and nobody waits for its end.
enum LibraryThread {
    /// Bytes of stack; messages nest at most 128 levels deep.
    private static let stackSize = 1 << 20

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts one: pthread_create(3).
    static func start(_ run: @escaping @Sendable () -> Void) throws(SystemError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)

        // A thread begins with the signal mask of the one that made it.
        var blocked = sigset_t()
        var before = sigset_t()
        sigfillset(&blocked)
        for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&blocked, signal) }
        pthread_sigmask(SIG_SETMASK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            &attributes,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            body.toOpaque()
        )
        guard status == 0 else {
            body.release()
            throw SystemError(code: status, operation: "pthread_create")
        }
    }
}
