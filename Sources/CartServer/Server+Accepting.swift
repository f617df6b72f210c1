import CartModel
import CartProtocol
import CartStore
import Glibc
import Systemd
import UnixSockets

extension Server {
    /// Takes what waits at a listener, in portions so that no flood of connections starves the others.
    func accept(from listener: Listener, atMost portion: Int = 64) {
        for _ in 0..<portion {
            do {
                guard let socket = try listener.socket.accept() else {
                    return
                }
                adopt(socket, from: listener)
            } catch {
                guard error.code == EMFILE || error.code == ENFILE else {
                    log.write("no connection could be taken at \(listener.place): \(error)", priority: .warning)
                    return pauseAccepting()
                }
                guard shed(listener) else {
                    return pauseAccepting()
                }
            }
        }
    }

    /// Takes one connection with the descriptor kept for that, tells it and closes it.
    private func shed(_ listener: Listener) -> Bool {
        var done = false
        reserve.lend {
            if let socket = try? listener.socket.accept() {
                if let caller = try? caller(of: socket, at: listener) {
                    refuse(socket, noDescriptorLeft, caller)
                }
                done = true
            }
        }
        return done
    }

    /// What a connection over the limit is told.
    var tooManyConnections: CartError {
        .overloaded(
            "connections",
            used: connections.count,
            allowed: limits.connections,
            "\(connections.count) connections are open, of at most \(limits.connections); try again later"
        )
    }

    /// What a connection is told when the descriptor table is full before that limit.
    private var noDescriptorLeft: CartError {
        CartError(
            .overloaded,
            "no descriptor is left for another connection beside the \(connections.count) that are open; try again later",
            details: ["limit": .string("descriptors"), "connections": .integer(Int64(connections.count))]
        )
    }

    /// Tells a new connection why it is not served, and closes it.
    func refuse(_ socket: consuming StreamSocket, _ error: CartError, _ caller: Caller) {
        var frame: [UInt8] = []
        if (try? FrameWriter().append(Refusal(id: nil, error: error), to: &frame)) != nil {
            frame.withUnsafeBytes { bytes in
                // One try: a new socket has room for it, and a peer that is gone needs no answer.
                _ = try? socket.send(bytes)
            }
        }
        dispatcher.refusals.note(error, of: caller, at: loop.now)
        if hasUntold {
            armHousekeeping()
        }
    }

    /// Who has connected at a listener.
    func caller(of socket: borrowing StreamSocket, at listener: Listener) throws(SystemError) -> Caller {
        let credentials = try socket.peerCredentials()
        return Caller(
            process: credentials.process,
            user: credentials.user,
            group: credentials.group,
            access: listener.access,
            owner: DaemonIdentity.user
        )
    }

    /// Leaves the listeners alone for a moment, because a connection that cannot be taken keeps them readable.
    private func pauseAccepting() {
        attempt {
            for listener in listeners {
                try listener.source?.setEnabled(false)
            }
            try acceptTimer?.arm(after: .milliseconds(100))
        }
    }

    /// Goes on accepting.
    func resumeAccepting() {
        guard phase == .serving else {
            return
        }
        attempt {
            for listener in listeners {
                try listener.source?.setEnabled(true)
            }
        }
    }
}
