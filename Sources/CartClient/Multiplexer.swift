import CartModel
import CartProtocol
import Glibc
import Synchronization
import UnixSockets

/// One connection that many threads and tasks share.
///
/// Whoever waits for an answer may have to read for all: one thread at a time has the reader's role. A thread with a call
/// under way takes it where it is free, reads and hands out what comes until its own answer is there, and passes the role
/// on. So a lone thread sends, waits and reads by itself. Tasks and streams have no thread that may wait; for them a thread of
/// the library's own, made for the first of them, takes the role while no caller has it.
///
/// The lock of the state is held for moments: nobody waits, connects, receives or decodes under it.
final class Multiplexer: Sendable {
    let state: Mutex<MultiplexerState>
    /// Wakes a caller that reads.
    let nudge: Alarm
    private let retryWindow: Duration
    private let hello: Hello
    /// Only the reader's.
    private let dialer: Mutex<Dialer>
    /// The process that has made it.
    private let process = getpid()
    private let forks = ForkCount.current

    /// How long a task that has taken back a change waits for the daemon's word on it.
    static let cancellationPatience = Duration.seconds(1)
    /// How long the background thread tries to connect before it looks at what else there is to do.
    private static let longestDial = Duration.milliseconds(100)

    /// Prepares a connection; none is made before the first call.
    init(_ configuration: CartClient.Configuration) throws(CartError) {
        do {
            nudge = try Alarm()
        } catch {
            throw CartError(.connectionLost, "no connection can be made: \(error)")
        }
        state = Mutex(MultiplexerState(nudge: nudge))
        retryWindow = configuration.retryWindow
        hello = Hello(software: configuration.software)
        dialer = Mutex(Dialer(configuration))
    }

    /// Ends the background thread, and with it the connection; nothing may be under way.
    func close() {
        guard !isInherited else { return }
        state.withLock { $0.close() }.deliver()
    }

    /// Whether this is the copy of it that fork(2) has made for a child.
    ///
    /// Such a copy has no background thread, its locks may be held by threads that the child does not have, and its connection
    /// is the parent's: it must be left alone.
    var isInherited: Bool { ForkCount.current != forks }

    /// Refuses to go on with a copy that fork(2) has made.
    func requireOwner() throws(CartError) {
        guard isInherited else { return }
        throw CartError(
            .connectionLost,
            "the client belongs to process \(process), of which this one is a fork: it has to make a client of its own",
            details: ["pid": .integer(Int64(process))]
        )
    }

    /// Who answered the newest greeting; nil before the first.
    var daemon: Hello.Answer? { isInherited ? nil : state.withLock { $0.daemon } }

    /// The first exchange as a call.
    var greeting: PendingCall { PendingCall(hello, isGreeting: true) }

    func attempts(_ limit: TimeLimit) -> Attempts { Attempts(limit: limit, retryWindow: retryWindow) }

    // MARK: The reader's steps

    /// What the reader does next.
    enum Step: Sendable {
        /// Wait for the socket, also for room to send where that is asked for, and read what has come.
        case receive(Wire, room: Bool, until: Deadline)
        /// Wait before the next attempt to connect.
        case pause(until: Deadline)
        /// Make a connection.
        case dial
        /// Take leave of a connection on which nothing can be sent.
        case end(Wire, ConnectionFailure)
    }

    /// Takes a step in the reader's role.
    ///
    /// - Parameters:
    ///   - reader: Who has the role.
    ///   - alarm: What it can be woken by.
    ///   - limit: The time for a connection.
    /// - Returns: The end of the time where that is what a connection has failed for.
    func take(
        _ step: Step,
        as reader: MultiplexerState.Reader,
        alarm: Alarm,
        limit: TimeLimit
    ) -> CartError? {
        switch step {
        case .receive(let wire, let room, let deadline):
            receive(on: wire, room: room, as: reader, alarm: alarm, until: deadline)
        case .pause(let deadline):
            // That poll(2) fails on a descriptor of one's own leaves nothing but to try the connection earlier.
            if (try? alarm.descriptor.wait(for: .readable, until: deadline))?.isEmpty == false { alarm.clear() }
        case .dial:
            return dial(limit: limit)
        case .end(let wire, let failure):
            lose(wire, failure)
        }
        return nil
    }

    /// The time that the background thread gives to one attempt to connect.
    static func backgroundLimit(until deadline: Deadline) -> TimeLimit {
        TimeLimit(longestDial).shortened(to: deadline)
    }

    private func receive(
        on wire: Wire,
        room: Bool,
        as reader: MultiplexerState.Reader,
        alarm: Alarm,
        until deadline: Deadline
    ) {
        let ready: Readiness
        do {
            let result = try wire.socket.descriptor.wait(
                for: room ? [.readable, .writable] : .readable,
                orReadable: alarm.descriptor,
                until: deadline
            )
            if result.other { alarm.clear() }
            ready = result.ready
        } catch {
            let refusal = CartError(.connectionLost, "the connection cannot be waited for: \(error)")
            return lose(wire, ConnectionFailure(refusal, isTransient: false))
        }
        guard !ready.subtracting(.writable).isEmpty, state.withLock({ $0.beginReading(as: reader) }) else { return }
        let failure = wire.read(
            greeted: { answer in
                dialer.withLock { $0.succeed() }
                state.withLock { $0.open(answer) }.deliver()
            },
            take: { id, payload in deliver(payload, to: id) }
        )
        if let failure { lose(wire, failure) }
    }

    /// Hands a message to its owner; nil where there is none.
    private func deliver(_ payload: UnsafeRawBufferPointer, to id: UInt64) -> Result<Void?, CartError> {
        switch state.withLock({ $0.take(id) }) {
        case nil: return .success(nil)
        case .call(let entry):
            do throws(CartError) {
                switch try entry.call.read(payload) {
                case .answer: entry.call.settle(with: nil)
                case .refusal(let error): entry.call.settle(with: entry.attempts.refusal(error))
                case .nothing: state.withLock { $0.putBack(entry, as: id) }.deliver()
                }
            } catch {
                entry.call.settle(with: entry.attempts.completed(error))
                return .failure(error)
            }
        case .stream(let stream):
            do throws(CartError) {
                switch try stream.read(payload) {
                case .goesOn: break
                case .isFull: state.withLock { $0.end(stream: id) }.deliver()
                case .ended: state.withLock { $0.exchanges.forget(stream: id) }
                }
            } catch {
                return .failure(error)
            }
        }
        return .success(())
    }

    private func dial(limit: TimeLimit) -> CartError? {
        let result: Result<StreamSocket, ConnectionFailure> = dialer.withLock { dialer in
            do throws(ConnectionFailure) {
                return .success(try dialer.dial(limit: limit))
            } catch {
                return .failure(error)
            }
        }
        switch consume result {
        case .success(let socket):
            let wire = Wire(socket)
            state.withLock { $0.connect(wire, hello) }.deliver()
        case .failure(let failure):
            // That one's time is over says nothing to those who have more of it.
            guard failure.error.code != .deadlineExceeded else { return failure.error }
            state.withLock { $0.lose(nil, failure) }.deliver()
        }
        return nil
    }

    private func lose(_ wire: Wire, _ failure: ConnectionFailure) {
        let isOpen = state.withLock { $0.stage == .open }
        let failure = isOpen ? failure : dialer.withLock { $0.explain(failure) }
        state.withLock { $0.lose(wire, failure) }.deliver()
    }
}
