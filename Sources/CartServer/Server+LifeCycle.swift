import CartModel
import Glibc
import Systemd
import UnixSockets

extension Server {
    /// Serves until a signal or idleness ends it.
    ///
    /// - Throws: `SystemdError` where the event loop fails.
    func run() throws {
        endOfTurn = try loop.addEndOfTurn { [unowned self] in finishTurn() }
        for signal in [SIGTERM, SIGINT] {
            signals.append(try loop.addSignal(signal) { [unowned self] _, _ in stop() })
        }
        idleTimer = try loop.addTimer(accuracy: .milliseconds(10), label: "idle") { [unowned self] _ in exitIfIdle() }
        housekeepingTimer = try loop.addTimer(label: "housekeeping") { [unowned self] _ in housekeep() }
        stopTimer = try loop.addTimer(accuracy: .milliseconds(10), label: "stop") { [unowned self] _ in
            attempt { try loop.exit() }
        }
        deadlineTimer = try loop.addTimer(accuracy: .milliseconds(1), label: "deadline") { [unowned self] _ in
            expireImports()
        }
        acceptTimer = try loop.addTimer(accuracy: .milliseconds(10), label: "accept") { [unowned self] _ in
            resumeAccepting()
        }
        for listener in listeners {
            listener.source = try loop.addIO(
                listener.socket.descriptor.rawValue,
                events: .readable,
                label: "listener"
            ) { [unowned self, unowned listener] _, _ in
                accept(from: listener)
            }
        }
        try loop.setWatchdog(true)
        let places = listeners.map(\.place).sorted().joined(separator: ", ")
        tell { () throws(SystemdError) in try ServiceManager.notify(.ready, .status("Listening on \(places)")) }
        becameIdle()
        dispatcher.disposeOfWaste()
        defer {
            for listener in listeners {
                try? listener.socket.removeFile()
            }
        }
        _ = try loop.run()
        // Whatever ended the loop, what was delivered is made durable, and answered where the peer still takes it.
        finishTurn()
        tellRest(at: nil)
    }

    /// Tells the service manager, where there is one that listens.
    private func tell(_ notify: () throws(SystemdError) -> Bool) {
        do {
            _ = try notify()
        } catch {
            log.write("the service manager could not be told: \(error)", priority: .warning)
        }
    }

    private func tellStopping() {
        tell { () throws(SystemdError) in try ServiceManager.notify(.stopping) }
    }

    // MARK: - Idleness

    /// Starts to count idle time, or ends a daemon that is stopping.
    func becameIdle() {
        if phase != .serving {
            return attempt { try loop.exit() }
        }
        if let idle = limits.idle {
            attempt { try idleTimer?.arm(after: idle) }
        }
    }

    /// Stops accepting, looks once more, and exits where really nobody came.
    ///
    /// Who connects after the look waits in the queue of a socket that the service manager still owns, and starts the
    /// next daemon. The file of a socket of our own is gone before the last look, so that nobody finds it after.
    private func exitIfIdle() {
        guard connections.isEmpty, phase == .serving else {
            return
        }
        guard !catalogReader.isRunning else {
            return becameIdle()
        }
        for listener in listeners {
            accept(from: listener)
        }
        guard connections.isEmpty else {
            return
        }
        for listener in listeners {
            try? listener.socket.removeFile()
            accept(from: listener)
        }
        guard connections.isEmpty else {
            // The way in may be gone already, so this daemon ends with these connections.
            return stopAccepting(.draining)
        }
        tellStopping()
        attempt { try loop.exit() }
    }

    // MARK: - Stopping

    /// Answers what has been asked, then ends; asked a second time, ends at once.
    private func stop() {
        guard phase != .stopping else {
            return attempt { try loop.exit() }
        }
        stopAccepting(.stopping)
        for connection in Array(connections.values) {
            keepRest(of: connection)
        }
        finishTurn()
        if connections.isEmpty {
            return attempt { try loop.exit() }
        }
        attempt { try stopTimer?.arm(after: limits.stopping) }
    }

    private func stopAccepting(_ next: Phase) {
        phase = next
        tellStopping()
        for listener in listeners {
            listener.source?.cancel()
            try? listener.socket.removeFile()
        }
    }

    // MARK: - Peers that keep nobody waiting

    /// Looks after deadlines from now on.
    func armHousekeeping() {
        guard !isHousekeeping else {
            return
        }
        isHousekeeping = true
        attempt { try housekeepingTimer?.arm(after: .seconds(1)) }
    }

    /// Cuts who has let a deadline pass, and tells the log what it was not told yet.
    private func housekeep() {
        isHousekeeping = false
        let now = loop.now
        finishTurn()
        tellRest(at: now)
        for connection in Array(connections.values) {
            if let deadline = connection.outputDeadline, deadline <= now {
                // The kernel reports room only when most of its buffer is empty; a slow reader may have made some.
                settle(connection)
            }
            if let deadline = connection.inputDeadline, deadline <= now {
                // The rest may lie in the socket already, where it was the daemon that took its time.
                read(connection)
            }
            guard connections[connection.peer.id] != nil else {
                continue
            }
            if let deadline = connection.outputDeadline, deadline <= now {
                cut(connection, because: "it does not read its answers")
                close(connection)
            } else if let deadline = connection.inputDeadline, deadline <= now {
                cut(connection, because: "its hello or a frame that it began did not come in time")
                finishTurn()
                dispatcher.end(
                    connection.peer,
                    CartError(.deadlineExceeded, "the hello, or the frame that was begun, did not come in time")
                )
                connection.inputDeadline = nil
                settle(connection)
            } else if connection.inputDeadline != nil || connection.outputDeadline != nil {
                armHousekeeping()
            }
        }
        if hasUntold {
            armHousekeeping()
        }
    }

    private func cut(_ connection: Connection, because reason: String) {
        let peer = connection.peer
        log.write(
            "a connection is cut: \(reason)",
            priority: .warning,
            fields: peer.caller.fields + [(.peerSoftware, peer.software)]
        )
    }

    /// Takes in what a peer had sent before the stop.
    private func keepRest(of connection: Connection) {
        do {
            try connection.keepRest(through: scratch, at: loop.now)
            settle(connection)
        } catch {
            close(connection)
        }
    }
}
