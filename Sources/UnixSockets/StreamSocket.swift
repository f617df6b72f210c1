import Glibc

/// One end of a connected Unix stream socket: close-on-exec, nonblocking, and free of `SIGPIPE`.
package struct StreamSocket: ~Copyable, Sendable {
    /// The descriptor, owned by this value.
    package let descriptor: OwnedDescriptor

    /// Takes over a connected stream socket as it is.
    package init(_ descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Gives the descriptor away.
    package consuming func takeDescriptor() -> OwnedDescriptor { descriptor }

    /// Blocks until the socket is ready for one of `events`; empty when the deadline passed first.
    package borrowing func wait(
        for events: Readiness,
        until deadline: Deadline = .never
    ) throws(SystemError) -> Readiness {
        try descriptor.wait(for: events, until: deadline)
    }

    /// Who connected: `SO_PEERCRED`.
    package borrowing func peerCredentials() throws(SystemError) -> PeerCredentials {
        try descriptor.peerCredentials()
    }

    /// Says that nothing more will be sent, so that the peer reads the end of file: shutdown(2), `SHUT_WR`.
    package borrowing func shutdownSending() throws(SystemError) {
        guard shutdown(descriptor.rawValue, Int32(SHUT_WR)) == 0 else { throw .last("shutdown") }
    }

    /// A new, unconnected stream socket: socket(2).
    static func unconnected(flags: Int32 = 0) throws(SystemError) -> OwnedDescriptor {
        let descriptor = socket(AF_UNIX, SocketFlags.stream | SocketFlags.closeOnExec | flags, 0)
        guard descriptor >= 0 else { throw .last("socket", "AF_UNIX SOCK_STREAM") }
        return OwnedDescriptor(taking: descriptor)
    }
}
