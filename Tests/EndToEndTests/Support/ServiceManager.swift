import Glibc
import Synchronization
import TestSupport

/// Does with a daemon's socket what systemd does: waits for a connection, starts the daemon, waits for its end, and again.
final class ServiceManager: Sendable {
    private struct State {
        var starts = 0
        var failures: [Int32] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let end: Gate
    private let thread = Mutex<BackgroundThread<Void>?>(nil)

    /// How often the daemon was started.
    var starts: Int { state.withLock { $0.starts } }
    /// The exit statuses that were not 0.
    var failures: [Int32] { state.withLock { $0.failures } }

    init(_ launcher: TestDaemon.Launcher) throws {
        end = try Gate()
        let body: @Sendable () -> Void = { [self] in
            while waitForConnection(launcher.listener) {
                guard let child = try? launcher.start() else { break }
                let status = child.wait()
                state.withLock {
                    $0.starts += 1
                    if status != 0 { $0.failures.append(status) }
                }
            }
        }
        let started = try BackgroundThread(body)
        thread.withLock { $0 = started }
    }

    private func waitForConnection(_ listener: Int32) -> Bool {
        var entries = [
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end.waitable, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&entries, 2, -1) < 0, errno == EINTR {}
        return entries[1].revents == 0
    }

    /// Stops after the daemon that runs now; with an idle timeout it ends by itself.
    func stop() {
        end.open()
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }
}
