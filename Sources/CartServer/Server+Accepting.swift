import CartModel
import CartProtocol
import Glibc
import Systemd
import UnixSockets

/// Counts what may happen very often, so that the log is told of it at most once a second.
struct Repetition {
    private var count = 0
    private var lastTold: MonotonicInstant?

    /// Notes that it happened.
    ///
    /// - Returns: How often since it was last told, where it is time to tell it.
    mutating func note(at now: MonotonicInstant) -> Int? {
        count += 1
        if let lastTold, now < lastTold.advanced(by: .seconds(1)) {
            return nil
        }
        defer { count = 0 }
        lastTold = now
        return count
    }
}

extension Server {
    /// Takes what waits at a listener, in portions so that no flood of connections starves the others.
    func accept(from listener: Listener, atMost portion: Int = 64) {
        for _ in 0..<portion {
            do {
                guard let socket = try listener.socket.accept() else {
                    return
                }
                adopt(socket)
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
                refuse(socket, noDescriptorLeft)
                done = true
            }
        }
        return done
    }

    /// What a connection over the limit is told.
    var tooManyConnections: CartError {
        CartError(
            .overloaded,
            "\(connections.count) connections are open, of at most \(limits.connections); try again later",
            details: [
                "limit": .string("connections"), "used": .integer(Int64(connections.count)),
                "allowed": .integer(Int64(limits.connections)),
            ]
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
    func refuse(_ socket: consuming StreamSocket, _ error: CartError) {
        var frame: [UInt8] = []
        if (try? FrameWriter().append(Refusal(id: nil, error: error), to: &frame)) != nil {
            frame.withUnsafeBytes { bytes in
                // One try: a new socket has room for it, and a peer that is gone needs no answer.
                _ = try? socket.send(bytes)
            }
        }
        if let count = refusals.note(at: loop.now) {
            let caller = try? socket.peerCredentials()
            log.write(
                "\(count) \(count == 1 ? "connection" : "connections") refused: \(error.message)",
                priority: .warning,
                fields: [(.code, error.code.rawValue), (.peerUID, caller.map { "\($0.user)" } ?? "")]
            )
        }
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
