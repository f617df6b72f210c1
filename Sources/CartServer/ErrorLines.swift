import Glibc
import Synchronization
import UnixSockets

/// Standard error as a place for lines, none of which anybody waits for: what has no room there is dropped, and counted.
///
/// A write(2) to a pipe that is full, or to a terminal that was stopped, takes as long as nobody reads. Whether it does
/// belongs to the open file, which other programs share; so pipes and terminals are opened anew, by way of
/// proc_pid_fd(5), for writes that do not wait.
final class ErrorLines: Sendable {
    private struct State {
        /// Lines that were dropped since the last that was written.
        var dropped = 0
        /// Whether the last was cut off.
        var isCut = false
    }

    private let state = Mutex(State())
    /// Where the lines go.
    private let descriptor: Int32
    /// Keeps that open, where it was opened anew.
    private let own: OwnedDescriptor?

    /// Bytes of a line with its end: half of what a pipe takes whole or not at all (PIPE_BUF, pipe(7)), so that the word
    /// of what was dropped has room before it.
    private static let lineLimit = 2048

    /// Finds out what kind of file it is: fstat(2).
    ///
    /// - Parameter descriptor: An open file, which stays open.
    init(descriptor: Int32 = STDERR_FILENO) {
        var status = stat()
        let isFound = fstat(descriptor, &status) == 0
        let canWait = isFound && (status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFCHR)
        let copy =
            canWait ? open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
        // Where that is not allowed poll(2) alone has to do, which is exact for a pipe and nearly so for the rest.
        self.descriptor = copy >= 0 ? copy : descriptor
        own = copy >= 0 ? OwnedDescriptor(taking: copy) : nil
    }

    /// Writes a line, or drops it: poll(2), write(2).
    ///
    /// - Parameters:
    ///   - line: Without its end.
    ///   - patience: Milliseconds that room is waited for; nothing in a daemon that serves.
    func write(_ line: String, patience: Int32 = 0) {
        state.withLock { state in
            var text = state.isCut ? "\n" : ""
            if state.dropped > 0 {
                text += "cartd: \(state.dropped) lines are lost that nobody made room for\n"
            }
            var bytes = Array(text.utf8)
            bytes += line.utf8.prefix(Self.lineLimit - 1)
            bytes.append(UInt8(ascii: "\n"))
            let written = write(bytes, patience: patience)
            if written > 0 {
                state.isCut = written < bytes.count
                // The word of what was dropped may have been cut off itself.
                if written >= text.utf8.count { state.dropped = 0 }
            }
            // One that lacks its end alone is there, and the next ends it.
            if written < bytes.count - 1 { state.dropped += 1 }
        }
    }

    /// - Returns: The number of bytes that were taken.
    private func write(_ bytes: [UInt8], patience: Int32) -> Int {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, patience) > 0, entry.revents & Int16(POLLOUT) != 0 else {
            return 0
        }
        return bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
