import Glibc

/// A file descriptor with exactly one owner, closed when the owner lets go of it.
///
/// It cannot be copied, so it can be neither closed twice nor used after it was closed. Whoever needs the
/// number for a call borrows ``rawValue`` and does not keep it.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, for a call made while this value is alive.
    package let rawValue: Int32

    /// Takes over an open descriptor that nobody else will close.
    package init(taking rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Gives the descriptor away, still open; the caller owns it now.
    package consuming func take() -> Int32 {
        let descriptor = rawValue
        discard self
        return descriptor
    }

    /// Makes a second descriptor for the same open file: fcntl(2), `F_DUPFD_CLOEXEC`.
    ///
    /// The copy is close-on-exec and never one of the standard descriptors 0 to 2. Offset and status flags
    /// such as `O_NONBLOCK` are shared with the original.
    package borrowing func duplicate() throws(SystemError) -> OwnedDescriptor {
        let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .last("fcntl", "F_DUPFD_CLOEXEC \(rawValue)") }
        return OwnedDescriptor(taking: copy)
    }

    // close(2) releases the number even when it reports an error, EINTR included; on Linux a second attempt
    // could close a descriptor that another thread has just opened.
    deinit {
        close(rawValue)
    }
}

extension OwnedDescriptor {
    /// Sets the close-on-exec flag: fcntl(2), `F_SETFD`.
    package borrowing func setCloseOnExec() throws(SystemError) {
        guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw .last("fcntl", "F_SETFD \(rawValue)") }
    }

    /// Turns `O_NONBLOCK` on or off, leaving the other status flags alone: fcntl(2), `F_GETFL` and `F_SETFL`.
    ///
    /// The flag belongs to the open file, so it changes for every duplicate too.
    package borrowing func setNonblocking(_ nonblocking: Bool) throws(SystemError) {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0 else { throw .last("fcntl", "F_GETFL \(rawValue)") }
        let wanted = nonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
        guard wanted != flags else { return }
        guard fcntl(rawValue, F_SETFL, wanted) == 0 else { throw .last("fcntl", "F_SETFL \(rawValue)") }
    }
}
