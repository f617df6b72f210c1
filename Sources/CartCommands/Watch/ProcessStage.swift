import CGlibc
import Glibc
import UnixSockets

/// This process.
///
/// Signals are caught only while a screen is drawn on, which has to be left before one of them ends the process. They are
/// blocked then and read from a descriptor, signalfd(2); the threads of the client library take none.
final class ProcessStage: LiveStage {
    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private let environment: [String: String]
    private var signals: Int32 = -1
    private var mask = sigset_t()
    private var input: termios?

    init(environment: [String: String]) {
        self.environment = environment
    }

    deinit { leave() }

    var terminal: Terminal { .standardOutput(environment: environment) }

    func enter() {
        guard signals < 0 else { return }
        var caught = sigset_t()
        sigemptyset(&caught)
        sigaddset(&caught, SIGWINCH)
        for signal in Self.ending + [SIGTSTP] where !Self.isIgnored(signal) { sigaddset(&caught, signal) }
        pthread_sigmask(SIG_BLOCK, &caught, &mask)
        signals = signalfd(-1, &caught, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        if signals < 0 {
            // Without a descriptor to spare signals do what they always do, and a new size is seen with the next event.
            pthread_sigmask(SIG_SETMASK, &mask, nil)
        }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        input = settings
        settings.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }

    func leave() {
        if var input {
            // Keys that were typed while nothing read them are not for the shell.
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &input)
            self.input = nil
        }
        guard signals >= 0 else { return }
        close(signals)
        signals = -1
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    func wait(for descriptor: Int32, timeout: Duration?) -> Wakeup {
        let deadline = timeout.map { Deadline.after($0) } ?? .never
        // A negative descriptor is left out; of standard output only the errors are asked for, which are always told.
        var entries = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let left = deadline.remainingNanoseconds.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
            let count = poll(&entries, nfds_t(entries.count), left)
            guard count > 0 else {
                if deadline.hasPassed { return .timedOut }
                continue
            }
            if entries[0].revents != 0, let wakeup = nextSignal() { return wakeup }
            if entries[1].revents != 0 { return .outputClosed }
            if entries[2].revents != 0 { return .events }
        }
    }

    private func nextSignal() -> Wakeup? {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(signals, &info, size) == size else { return nil }
        let signal = Int32(bitPattern: info.ssi_signo)
        return switch signal {
        case SIGWINCH: .resized
        case SIGTSTP: .suspended
        default: .ended(by: signal)
        }
    }

    func suspend() { kill(getpid(), SIGSTOP) }

    func die(of signal: Int32) { kill(getpid(), signal) }

    /// Whether the caller has switched a signal off, as nohup(1) does: while blocked it would come all the same.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        // SIG_IGN is the address 1.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
