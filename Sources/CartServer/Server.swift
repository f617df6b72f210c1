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
        didSet { statistics.connections = connections.count }
    }
    let catalogReader: CatalogReader
    private let imports: WakeupSource
    private let statistics: ServerStatisticsSource
    var phase = Phase.serving

    var endOfTurn: EndOfTurnSource?
    var idleTimer: TimerSource?
    var housekeepingTimer: TimerSource?
    var acceptTimer: TimerSource?
    var stopTimer: TimerSource?
    var deadlineTimer: TimerSource?
    private var armedDeadline: MonotonicInstant?
    var isHousekeeping = false
    var signals: [SignalSource] = []
    var reserve = ReserveDescriptor()
    private let accounts: UserAccounts
    var failedCommits = Repetition()

    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
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
    init(
        store: ModelStore,
        stateDirectory: String,
        limits: ServerLimits = ServerLimits(),
        layout: LayoutResources = LayoutResources(),
        log: Log
    ) throws {
        loop = try EventLoop()
        self.limits = limits
        self.log = log
        accounts = UserAccounts(limits: limits.user, exempt: limits.exemptUsers)
        statistics = ServerStatisticsSource(
            connectionLimit: limits.connections,
            stateDirectory: stateDirectory,
            accounts: accounts
        )
        let hook = ImportHook()
        imports = try loop.addWakeup(label: "imports") { hook.server?.finishImports() }
        let wakeup = imports.wakeup
        catalogReader = CatalogReader { wakeup.signal() }
        dispatcher = Dispatcher(
            store: store,
            frameLimit: limits.frame,
            layout: layout,
            statistics: statistics,
            reader: catalogReader,
            limits: limits.pending,
            turn: limits.turn,
            refusals: RefusalLog { message, fields in log.write(message, priority: .warning, fields: fields) }
        )
        hook.server = self
    }

    /// Leads from the source, which is there before the server, to the server.
    private final class ImportHook {
        weak var server: Server?
    }

    deinit {
        scratch.deallocate()
    }

    /// Adds a listening socket.
    func add(_ socket: consuming ListeningSocket, access: Access) {
        let listener = Listener(socket: socket, access: access)
        if access == .admin {
            dispatcher.hasAdminSocket = true
            dispatcher.adminSocket = listener.socket.address?.path
        }
        listeners.append(listener)
    }

    // MARK: - One peer's bytes

    /// Carries out what the loop says about a connection: one portion of its work, then the others have their turn.
    func handle(_ events: IOEvents, of connection: Connection) {
        if events.contains(.writable) {
            answerWaitingInput(of: connection)
        } else if !events.isDisjoint(with: [.readable, .hangup, .failed]) {
            read(connection)
        }
        finishFullTurn()
    }

    /// Reads once and answers what it can.
    func read(_ connection: Connection) {
        do {
            switch try connection.socket.receive(into: scratch, descriptors: &connection.descriptors) {
            case .bytes(let count):
                var input = UnsafeRawBufferPointer(rebasing: scratch[..<count])
                if connection.waitingInput.isEmpty {
                    answer(&input, of: connection, readAt: loop.now)
                }
                connection.keep(input, readAt: loop.now)
            case .wouldBlock:
                break
            case .endOfFile:
                // A peer may close its sending side and still read; it goes once it has its answers.
                connection.hasEnded = true
            }
        } catch {
            return close(connection)
        }
        settle(connection)
        if connection.peer.account.isFull, connection.peer.session.keptBytes > scratch.count {
            refuseLongFrame(of: connection)
        }
    }

    /// Ends a connection that keeps much of a frame while its user has too much in flight already: that it does not read
    /// would be of no help, because nothing that is kept of a frame can be answered before the rest has come.
    private func refuseLongFrame(of connection: Connection) {
        finishTurn()
        let peer = connection.peer
        guard connections[peer.id] != nil, !peer.isClosing else {
            return
        }
        dispatcher.end(peer, peer.account.tooManyBytes)
        settle(connection)
    }

    /// Goes on with input that had to wait, now that the peer takes answers.
    private func answerWaitingInput(of connection: Connection) {
        if !connection.waitingInput.isEmpty, connection.peer.isReady {
            let moment = connection.waitingSince
            connection.takeWaitingInput().withUnsafeBytes { bytes in
                var input = bytes
                answer(&input, of: connection, readAt: moment)
                connection.keep(input, readAt: moment)
            }
        }
        settle(connection, progressed: true)
    }

    private func answer(
        _ input: inout UnsafeRawBufferPointer,
        of connection: Connection,
        readAt moment: MonotonicInstant
    ) {
        let peer = connection.peer
        dispatcher.receive(
            &input,
            from: peer,
            outputLimit: min(unreadAnswers(for: peer), peer.output.count + limits.portion),
            descriptors: &connection.descriptors,
            readAt: moment
        )
    }

    /// Unread bytes at which a peer's requests are left waiting.
    ///
    /// While its user has too much in flight they are few, since all that is answered then is that it is refused; they
    /// are more than its streams leave unread, unless their last event is a long one.
    private func unreadAnswers(for peer: Peer) -> Int {
        peer.account.isFull
            ? min(limits.unreadAnswers, limits.pending.unreadEvents + limits.portion) : limits.unreadAnswers
    }

    /// Sends what may be sent, and goes on with the streams as long as the peer takes their events; but not for ever.
    ///
    /// - Parameter progressed: Is set where the peer took something.
    private func flush(_ connection: Connection, _ progressed: inout Bool) throws(SystemError) {
        for _ in 0..<2 {
            guard try connection.flush(&progressed), dispatcher.tellStreams(of: connection.peer) else {
                return
            }
        }
    }

    /// Brings a connection to rest: sends what may be sent, closes what is done, and waits for the right events.
    ///
    /// - Parameter progressed: Whether the peer is known to have taken answers.
    func settle(_ connection: Connection, progressed: Bool = false) {
        var progressed = progressed
        do {
            try flush(connection, &progressed)
        } catch {
            return close(connection)
        }
        let peer = connection.peer
        peer.account.usage.recount(&connection.countedBytes, as: connection.bytesInFlight)
        let isWaiting = !connection.waitingInput.isEmpty
        if !isWaiting, !peer.awaitsAnswers, connection.hasEnded || phase == .stopping {
            // Streams have no last word to wait for: who wants more of them keeps its side open, or comes back.
            peer.isClosing = true
        }
        if peer.isClosing, phase == .stopping ? !peer.output.hasAnswers : peer.output.count == 0 {
            return close(connection)
        }
        let answering = isWaiting && peer.isReady && peer.output.count < unreadAnswers(for: peer)
        connection.noteInput(at: loop.now, patience: limits.patience)
        connection.noteOutput(
            isOwed: answering || (peer.isClosing ? peer.output.sendable > 0 : peer.output.hasSendableAnswers),
            progressed: progressed,
            at: loop.now,
            patience: limits.patience
        )
        if connection.inputDeadline != nil || connection.outputDeadline != nil || hasUntold {
            armHousekeeping()
        }
        attempt {
            try connection.updateInterest(
                reading: peer.isReady && !isWaiting && !connection.hasEnded && phase != .stopping,
                answering: answering || dispatcher.mayTellStreams(of: peer)
            )
            if dispatcher.heldCount > 0 {
                try endOfTurn?.schedule()
            }
        }
        armDeadline()
    }

    // MARK: - The turn

    /// Commits in the middle of a turn that has grown too large.
    private func finishFullTurn() {
        if dispatcher.heldCount >= limits.turn || dispatcher.isTurnFull {
            finishTurn()
        }
    }

    /// Commits what the turn changed and sends its answers.
    func finishTurn() {
        let outcome = dispatcher.endTurn()
        log.write(outcome.notes)
        if let failure = outcome.failure {
            note(failure)
        }
        settle(outcome.peers)
    }

    /// Brings the connections of peers to rest that are still there.
    private func settle(_ peers: [Peer]) {
        for peer in peers {
            if let connection = connections[peer.id] {
                settle(connection)
            }
        }
    }

    /// Goes on with what waited for catalogs that have been read: a turn of it, then the others have theirs.
    func finishImports() {
        settle(dispatcher.resumeCalls())
        for result in catalogReader.takeFinished() {
            settle(dispatcher.finish(result))
        }
        if dispatcher.hasCallsToResume {
            finishTurn()
            imports.wakeup.signal()
        }
    }

    /// Gives up the imports whose time has passed.
    func expireImports() {
        armedDeadline = nil
        settle(dispatcher.expire(at: .now))
        armDeadline()
    }

    /// Sees to it that the next import whose time passes is given up then.
    private func armDeadline() {
        if let deadline = dispatcher.nextDeadline, deadline != armedDeadline {
            armedDeadline = deadline
            attempt { try deadlineTimer?.arm(at: deadline) }
        }
    }

    // MARK: - Connections come and go

    /// Takes a new connection in, or refuses it.
    func adopt(_ socket: consuming StreamSocket, from listener: Listener) {
        do {
            let caller = try caller(of: socket, at: listener)
            switch openAccount(for: caller) {
            case .success(let account): try serve(socket, of: caller, account)
            case .failure(let error): refuse(socket, error, caller)
            }
        } catch {
            log.write("a connection could not be taken: \(error)", priority: .warning)
        }
    }

    private func openAccount(for caller: Caller) -> Result<UserAccount, CartError> {
        guard connections.count < limits.connections else {
            return .failure(tooManyConnections)
        }
        return Result { () throws(CartError) in try accounts.open(for: caller.user) }
    }

    private func serve(
        _ socket: consuming StreamSocket,
        of caller: Caller,
        _ account: UserAccount
    ) throws(SystemdError) {
        nextPeerID += 1
        let peer = Peer(id: nextPeerID, caller: caller, account: account, frameLimit: limits.frame)
        let connection = Connection(socket: socket, peer: peer)
        do {
            connection.source = try loop.addIO(
                connection.socket.descriptor.rawValue,
                events: .readable,
                label: "connection"
            ) { [unowned self, unowned connection] _, events in
                handle(events, of: connection)
            }
        } catch {
            accounts.close(account)
            throw error
        }
        connection.inputDeadline = loop.now.advanced(by: limits.patience)
        connections[peer.id] = connection
        armHousekeeping()
        attempt { try idleTimer?.disarm() }
    }

    /// Ends a connection.
    func close(_ connection: Connection) {
        let peer = connection.peer
        guard connections.removeValue(forKey: peer.id) != nil else {
            return
        }
        connection.source?.cancel()
        dispatcher.forget(peer)
        peer.account.usage.recount(&connection.countedBytes, as: 0)
        accounts.close(peer.account)
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
