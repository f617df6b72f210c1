import Glibc

/// Where a tool writes: standard output and standard error, or what a test puts in their place.
package protocol Output {
    /// Writes a text to standard output.
    ///
    /// - Throws: `OutputError`; the tool then stops, because nobody would see what it goes on to say.
    func write(_ text: String) throws(OutputError)

    /// Writes a text to standard error, as far as that is possible.
    func complain(_ text: String)
}

/// Standard output does not take any more.
package struct OutputError: Error, Hashable, Sendable {
    /// Why: errno(3).
    package let code: Int32

    /// Whether the reader has just gone away, as `head` does when it has enough: EPIPE.
    package var isClosedPipe: Bool { code == EPIPE }

    /// Creates an error.
    package init(code: Int32) {
        self.code = code
    }
}

/// The standard streams of the process, unbuffered: write(2).
struct StandardOutput: Output {
    func write(_ text: String) throws(OutputError) {
        try Self.write(text, to: STDOUT_FILENO)
    }

    func complain(_ text: String) {
        // There is nobody left to tell that standard error is gone.
        try? Self.write(text, to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) throws(OutputError) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                // Somebody has made the terminal nonblocking: wait until it takes more.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
            } else if errno != EINTR {
                throw OutputError(code: errno)
            }
        }
    }

    /// Opens whatever of the descriptors 0 to 2 is closed, the wrong way round, so that no socket gets such a number and a
    /// write to it still fails: as `cartctl show >&-` should.
    static func reserveDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", mode)
        }
    }
}
