import CartModel
import CartProtocol
import CartStore
import Systemd
import UnixSockets

/// The daemon's one thread: it owns every socket, and carries bytes between them and the dispatcher.
final class Server {
    let loop: EventLoop
    let dispatcher: Dispatcher
    let limits: ServerLimits
    let log: Log
    var listeners: [Listener] = []
    var connections: [UInt64: Connection] = [:] {
        didSet { counter.count = connections.count }
    }
    private let counter: ConnectionCounter
    var phase = Phase.serving

    var endOfTurn: EndOfTurnSource?
    var idleTimer: TimerSource?
    var housekeepingTimer: TimerSource?
    var acceptTimer: TimerSource?
    var stopTimer: TimerSource?
    var isHousekeeping = false
    var signals: [SignalSource] = []
    var reserve = ReserveDescriptor()
    var refusals = Repetition()
    private var failedCommits = Repetition()

    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var nextPeerID: UInt64 = 0

    /// What the server is about.
    enum Phase {
        case serving
        /// No new connections; the loop ends with the last one.
        case draining
        /// No new requests either; the loop ends once the answers are sent.
        case stopping
    }

    /// Creates a server that serves once ``run()`` is called.
    ///
    /// - Throws: `SystemdError` where the event loop cannot be made.
    init(store: ModelStore, stateDirectory: String, limits: ServerLimits = ServerLimits(), log: Log) throws {
        loop = try EventLoop()
        self.limits = limits
        self.log = log
        let started = MonotonicInstant.now
        let counter = ConnectionCounter()
        self.counter = counter
        dispatcher = Dispatcher(store: store, frameLimit: limits.frame) {
            ServerStatistics(
                uptime: started.duration(to: .now),
                connections: counter.count,
                connectionLimit: limits.connections,
                stateDirectory: stateDirectory
            )
        }
    }

    deinit {
        scratch.deallocate()
    }

    /// Adds a listening socket.
    func add(_ socket: consuming ListeningSocket, name: String) {
        listeners.append(Listener(socket: socket, name: name))
    }

    // MARK: - One peer's bytes

    /// Carries out what the loop says about a connection.
    func handle(_ events: IOEvents, of connection: Connection) {
        if events.contains(.writable) {
            flush(connection)
        }
        if connections[connection.peer.id] != nil, !events.isDisjoint(with: [.readable, .hangup, .failed]) {
            read(connection)
        }
    }

    /// Reads once.
    private func read(_ connection: Connection) {
        do {
            switch try connection.socket.receive(into: scratch, descriptors: &connection.descriptors) {
            case .bytes(let count):
                process(UnsafeRawBufferPointer(rebasing: scratch[..<count]), of: connection)
            case .wouldBlock:
                break
            case .endOfFile:
                // A peer may close its sending side and still read; it goes once it has its answers.
                connection.peer.isClosing = true
                settle(connection)
            }
        } catch {
            close(connection)
        }
    }

    private func process(_ bytes: UnsafeRawBufferPointer, of connection: Connection) {
        var input = bytes
        answer(&input, of: connection)
        if !input.isEmpty, !connection.peer.isClosing {
            connection.keep(input)
        }
        connection.noteInput(at: loop.now, patience: limits.patience)
        settle(connection)
    }

    private func answer(_ input: inout UnsafeRawBufferPointer, of connection: Connection) {
        dispatcher.receive(
            &input,
            from: connection.peer,
            outputLimit: limits.unreadAnswers,
            descriptors: &connection.descriptors
        )
        if dispatcher.heldCount >= limits.turn {
            finishTurn()
        } else if dispatcher.heldCount > 0 {
            attempt { try endOfTurn?.schedule() }
        }
    }

    /// Sends what may be sent, and goes on with kept input as answers are read.
    func flush(_ connection: Connection) {
        do {
            try connection.flush(at: loop.now, patience: limits.patience)
        } catch {
            return close(connection)
        }
        settle(connection, flushing: false)
    }

    /// Brings a connection to rest: sends, answers kept input, closes what is done, and waits for the right events.
    func settle(_ connection: Connection, flushing: Bool = true) {
        let peer = connection.peer
        do {
            if flushing {
                try connection.flush(at: loop.now, patience: limits.patience)
            }
            while !peer.isClosing, peer.output.count < limits.unreadAnswers, let waiting = try nextInput(of: connection)
            {
                waiting.withUnsafeBytes { bytes in
                    var input = bytes
                    answer(&input, of: connection)
                    connection.keep(input)
                }
                connection.noteInput(at: loop.now, patience: limits.patience)
                try connection.flush(at: loop.now, patience: limits.patience)
            }
        } catch {
            return close(connection)
        }
        if peer.isClosing, peer.output.count == 0 {
            return close(connection)
        }
        if connection.inputDeadline != nil || connection.outputDeadline != nil {
            armHousekeeping()
        }
        attempt {
            try connection.updateInterest(reading: !peer.isClosing && connection.waitingInput.isEmpty)
        }
    }

    /// The input that is answered without an event of the loop: what was kept, and in a daemon that stops what the peer
    /// had sent before; after that it is closing.
    private func nextInput(of connection: Connection) throws(SystemError) -> [UInt8]? {
        if !connection.waitingInput.isEmpty {
            return connection.takeWaitingInput()
        }
        guard phase == .stopping else {
            return nil
        }
        guard let last = try connection.receiveLast() else {
            connection.peer.isClosing = true
            return nil
        }
        return last
    }

    // MARK: - The turn

    /// Commits what the turn changed and sends its answers.
    func finishTurn() {
        let (peers, failure) = dispatcher.endTurn()
        if let failure, let count = failedCommits.note(at: loop.now) {
            log.write(
                "\(count) \(count == 1 ? "commit" : "commits") failed: \(failure.message)",
                priority: .error,
                fields: [(.code, failure.code.rawValue)]
            )
        }
        for peer in peers {
            if let connection = connections[peer.id] {
                settle(connection)
            }
        }
    }

    // MARK: - Connections come and go

    /// Takes a new connection in, or refuses it.
    func adopt(_ socket: consuming StreamSocket) {
        guard connections.count < limits.connections else {
            return refuse(socket, tooManyConnections)
        }
        do {
            let credentials = try socket.peerCredentials()
            let caller = Caller(process: credentials.process, user: credentials.user, group: credentials.group)
            nextPeerID += 1
            let peer = Peer(id: nextPeerID, caller: caller, frameLimit: limits.frame)
            let connection = Connection(socket: socket, peer: peer)
            connection.source = try loop.addIO(
                connection.socket.descriptor.rawValue,
                events: .readable,
                label: "connection"
            ) { [unowned self, unowned connection] _, events in
                handle(events, of: connection)
            }
            connection.inputDeadline = loop.now.advanced(by: limits.patience)
            connections[peer.id] = connection
            armHousekeeping()
            attempt { try idleTimer?.disarm() }
        } catch {
            log.write("a connection could not be taken: \(error)", priority: .warning)
        }
    }

    /// Ends a connection.
    func close(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.peer.id) != nil else {
            return
        }
        connection.source?.cancel()
        if connections.isEmpty {
            becameIdle()
        }
    }

    /// Does what cannot fail while the loop lives, and says so if it does.
    func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            log.write("the event loop refused a change: \(error)", priority: .error)
        }
    }
}
