import Glibc
import TestSupport

/// A terminal for one program: pty(7), and what it shows.
final class PseudoTerminal {
    /// The program's side.
    let program: Int32
    private let master: Int32
    /// ioctl_tty(2) `TIOCSPTLCK` and `TIOCGPTPEER`, whose macros Swift does not see.
    private static let (setLock, openPeer): (UInt, UInt) = (0x4004_5431, 0x5441)
    /// What was shown when the size changed last.
    private var base: TestScreen
    /// What has come since.
    private var bytes: [UInt8] = []

    init(columns: Int, rows: Int) throws {
        base = TestScreen(columns: columns, rows: rows)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw Failure("open /dev/ptmx: errno \(errno)") }
        var lock: Int32 = 0
        guard ioctl(master, Self.setLock, &lock) == 0 else { throw Failure("TIOCSPTLCK: errno \(errno)") }
        program = ioctl(master, Self.openPeer, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard program >= 0 else { throw Failure("TIOCGPTPEER: errno \(errno)") }
        try setSize(columns, rows)
    }

    deinit {
        close(program)
        close(master)
    }

    /// Starts a program that has this as its controlling terminal: setsid(1).
    ///
    /// - Parameter environment: What it finds in its environment beside what this process has, which is `TERM` for one.
    func start(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws -> Child {
        var program = Program("/usr/bin/setsid", ["--ctty", path] + arguments)
        program.environment = Program.inherited
            .merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }
            .merging(environment) { $1 }
        program.descriptors = [(self.program, STDIN_FILENO)]
        return try program.start(output: self.program, errors: self.program)
    }

    /// Gets another size, which the program is told by SIGWINCH; whatever was shown is spoilt.
    func resize(columns: Int, rows: Int) throws {
        base = screen
        base.resize(columns: columns, rows: rows)
        bytes = []
        try setSize(columns, rows)
    }

    private func setSize(_ columns: Int, _ rows: Int) throws {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(master, UInt(TIOCSWINSZ), &size) == 0 else { throw Failure("TIOCSWINSZ: errno \(errno)") }
    }

    /// Presses keys.
    func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        guard write(master, bytes, bytes.count) == bytes.count else { throw Failure("write: errno \(errno)") }
    }

    /// Whether what is typed is shown.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(program, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// What is shown.
    var screen: TestScreen {
        var screen = base
        screen.feed(String(decoding: bytes, as: UTF8.self))
        return screen
    }

    /// Waits until something is shown, a minute at most.
    @discardableResult
    func wait(for what: String, _ condition: (TestScreen) -> Bool) throws -> TestScreen {
        while true {
            let screen = screen
            if condition(screen) { return screen }
            var entry = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 60_000) == 1 else {
                throw Failure("\(what) is not shown: \(screen.lines) \(screen.scrollback)")
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { throw Failure("the terminal is gone, without \(what): \(screen.lines)") }
            bytes += buffer[..<count]
        }
    }
}
