package import CartModel
import CartProtocol
package import CartStore
package import Systemd
package import UnixSockets

/// Carries requests to their handlers, and holds the answers of a turn until its changes are on disk.
///
/// It knows no socket: bytes of a ``Peer`` come in, its ``OutputBuffer`` fills, and ``endTurn()`` allows what was held
/// to be sent. An answer that was made before the turn's first change is sent at once; from then on every answer of the
/// turn waits for the commit, because it may have seen what is not on disk yet.
package final class Dispatcher {
    /// All state.
    package let store: ModelStore

    /// Something that was answered to a peer in this turn, and can be answered again where the commit fails.
    ///
    /// It is large, and kept in several places one after another: a reference to it is cheaper to copy.
    indirect enum Deed {
        case action(Session.Action)
        /// To begin a call that has waited for a catalog.
        case resume(WaitingCall)
        /// An import that an earlier request under its key had done; its envelope knows the file.
        case repeatedImport(RequestEnvelope)
        case finishedImport(RequestEnvelope, ImportCatalog, Result<StagedCatalog, CartError>)
        /// To say what does not depend on what is on disk.
        case say([UInt8])
    }

    /// What of a deed is kept for the case that the commit fails.
    enum Kept {
        /// The deed: it is done again.
        case again
        /// The frames that answered it.
        case frames([UInt8])
        /// Nothing: it will be answered later.
        case nothing
    }

    let writer = FrameWriter()
    /// How the daemon is.
    package let statistics: ServerStatisticsSource
    let reader: any CatalogReading
    let notes = TurnNotes()
    var imports: [UInt64: PendingImport] = [:]
    var nextImport: UInt64 = 0
    let limits: PendingLimits
    let clock: () -> MonotonicInstant
    var streams = StreamIndex()
    var events: StreamEvents
    /// The newest change whose streams were found.
    var toldSequence: Int64
    /// Peers whose streams wait for the end of the turn.
    var waitingForTurn: [Peer] = []
    /// Calls that wait until a large catalog has been read.
    var waiting = WaitingCalls()
    /// Tells the log who was refused.
    package let refusals: RefusalLog
    /// Where the role `admin` is to be had, for who has it not; nil where there is no such socket.
    package var adminSocket: String? {
        didSet { hasAdminSocket = hasAdminSocket || adminSocket != nil }
    }
    /// Whether there is such a socket, with or without a path.
    package var hasAdminSocket = false
    private let layout: LayoutResources
    private let frameLimit: Int
    /// Answers held for one commit at most.
    let turn: Int
    private var held: [(peer: Peer, deed: Deed)] = []

    /// Creates a dispatcher.
    ///
    /// - Parameters:
    ///   - store: All state.
    ///   - frameLimit: The longest payload that a peer may send, in bytes, told to it in the hello.
    ///   - layout: How large titles and pictures are.
    ///   - statistics: How the daemon is.
    ///   - reader: Reads catalog files; ``finish(_:)`` is to be called with what it read.
    ///   - limits: The bounds of imports and streams.
    ///   - turn: Answers held for one commit at most, where calls that have waited are begun.
    ///   - refusals: Tells the log who was refused.
    ///   - clock: What time it is.
    package init(
        store: ModelStore,
        frameLimit: Int = FrameReader.defaultLimit,
        layout: LayoutResources = LayoutResources(),
        statistics: ServerStatisticsSource,
        reader: any CatalogReading,
        limits: PendingLimits = PendingLimits(),
        turn: Int = ServerLimits().turn,
        refusals: RefusalLog = RefusalLog { _, _ in },
        clock: @escaping () -> MonotonicInstant = { .now }
    ) {
        self.store = store
        self.frameLimit = frameLimit
        self.layout = layout
        self.statistics = statistics
        self.reader = reader
        self.limits = limits
        self.turn = turn
        self.refusals = refusals
        self.clock = clock
        statistics.streamLimit = limits.allStreams
        events = StreamEvents(store: store)
        toldSequence = store.history.newest
    }

    /// How many answers wait for the end of the turn.
    package var heldCount: Int { held.count }

    /// Whether a catalog file is being read.
    package var isImporting: Bool { !imports.isEmpty }

    /// Whether memory holds just what is on disk, and every answer may be sent.
    var isBetweenTurns: Bool { held.isEmpty && !store.hasUncommittedChanges }

    /// Whether the turn has to end before it changes more, so that those who watch can be told everything.
    package var isTurnFull: Bool { !streams.isEmpty && store.history.isFilledByUncommitted }

    /// Has the reader do away with what the store does not need any more.
    package func disposeOfWaste() {
        if let waste = store.takeWaste() {
            reader.dispose(of: waste)
        }
    }

    /// Answers whole requests in the input, as long as the peer has fewer unsent bytes than a bound.
    ///
    /// - Parameters:
    ///   - input: What was read; what was used is cut off its front. The rest is to be given again later, at the earliest
    ///     after ``endTurn()`` where ``isTurnFull``.
    ///   - peer: Who sent it.
    ///   - outputLimit: The bound in bytes.
    ///   - descriptors: The open files that came with the input.
    ///   - moment: When the input was read; nil is now.
    package func receive(
        _ input: inout UnsafeRawBufferPointer,
        from peer: Peer,
        outputLimit: Int,
        descriptors: inout DescriptorInbox,
        readAt moment: MonotonicInstant? = nil
    ) {
        peer.readAt = moment ?? clock()
        while peer.isReady, peer.output.count < outputLimit, !isTurnFull,
            let action = peer.session.nextAction(in: &input)
        {
            if case .deliver(let envelope) = action {
                statistics.requests += 1
                if case .success(.importCatalog(let method)) = envelope.request {
                    beginImport(method, envelope, peer, descriptors: &descriptors)
                    continue
                }
            }
            perform(.action(action), for: peer)
        }
        // Files come with the last bytes of a read, behind whole requests that have nothing to do with them. What none of
        // all these took was sent unasked, unless the frame that it belongs to has only begun.
        if peer.isClosing || (input.isEmpty && !peer.session.isInsideFrame) {
            descriptors.removeAll()
        }
    }

    /// Does something for a peer, and holds its answer where the turn has changed something.
    func perform(_ deed: consuming Deed, for peer: Peer) {
        switch carryOut(deed, for: peer) {
        case .nothing: return
        case .again: break
        case .frames(let frames): deed = .say(frames)
        }
        if isBetweenTurns {
            peer.output.seal()
        } else {
            held.append((peer, deed))
        }
    }

    /// Commits the turn's changes and lets its answers go.
    ///
    /// Where the disk refuses, every change of the turn is taken back and refused with `storageFailure`, but for one that
    /// an earlier turn had made durable already; what only read is answered again from what is on disk.
    package func endTurn() -> TurnOutcome {
        guard !held.isEmpty else {
            return TurnOutcome(peers: wakeStreams())
        }
        let turn = held
        held.removeAll(keepingCapacity: true)
        var outcome = TurnOutcome()
        do {
            try store.commit()
            statistics.commits += 1
            outcome.notes = notes.take()
        } catch {
            outcome.failure = error
            answerAgain(turn, after: error)
            _ = notes.take()
        }
        // By index, because a copy of a deed is dear.
        for index in turn.indices where turn[index].peer.output.hasUnsealed {
            turn[index].peer.output.seal()
            outcome.peers.append(turn[index].peer)
        }
        disposeOfWaste()
        // Answers first.
        outcome.peers += wakeStreams()
        return outcome
    }

    /// Says to a peer why it is cut, as the last it hears; not within a turn that holds answers of it.
    package func end(_ peer: Peer, _ error: CartError) {
        refuse(nil, error, to: peer)
        peer.output.seal()
        peer.isClosing = true
    }

    /// Forgets a peer that is gone, with its imports and its streams.
    package func forget(_ peer: Peer) {
        peer.isClosing = true
        peer.isForgotten = true
        forgetBehind(peer)
        for wait in peer.pending.removeAll().values {
            end(wait)
        }
    }

    private func answerAgain(_ turn: [(peer: Peer, deed: Deed)], after error: CartError) {
        for (peer, _) in turn {
            peer.output.dropUnsealed()
        }
        // Who is gone meanwhile must not be given anything again, a stream least of all: nobody would ever end it.
        for (peer, deed) in turn where !peer.isForgotten {
            if let envelope = deed.mutation {
                refuse(envelope, error, to: peer)
            } else {
                _ = carryOut(deed, for: peer)
            }
        }
    }

    private func carryOut(_ deed: Deed, for peer: Peer) -> Kept {
        switch deed {
        case .action(.greet(let id, let protocolVersion, let software)):
            peer.software = software.excerpt()
            let greeting = DaemonIdentity.greeting(
                protocolVersion: protocolVersion,
                store: store,
                frameLimit: frameLimit
            )
            answer(id, greeting, to: peer)
        case .action(.deliver(let envelope)):
            return answer(envelope, deadline(of: envelope, from: peer), to: peer)
        case .resume(let call):
            return answer(call.envelope, call.deadline, isResumed: true, to: peer)
        case .action(.refuse(let id, let error)):
            refuse(id, error, to: peer)
        case .action(.close(let error)):
            refuse(nil, error, to: peer)
            peer.isClosing = true
        case .repeatedImport(let envelope):
            _ = answerFromRecord(envelope, to: peer)
        case .finishedImport(let envelope, let method, let result):
            let context = context(for: peer)
            serve(envelope, peer) { () throws(CartError) in try method.serve(result, context) }
        case .say(let frames):
            peer.output.append { $0 += frames }
        }
        return .again
    }

    /// What the handler of a peer's request may look at.
    package func context(for peer: Peer) -> ServingContext {
        ServingContext(store: store, layout: layout, caller: peer.caller, statistics: statistics, notes: notes)
    }

    // MARK: - Frames

    func answer(_ id: UInt64, _ answer: some Codable & Sendable, to peer: Peer) {
        do {
            try peer.output.append { buffer throws(CartError) in
                try writer.append(Reply(id: id, result: answer), to: &buffer)
            }
        } catch {
            refuse(id, error, to: peer)
        }
    }

    /// Answers with frames that are kept as they are.
    func say(to peer: Peer, _ build: (inout [UInt8]) throws(CartError) -> Void) -> Kept {
        var frames: [UInt8] = []
        do {
            try build(&frames)
            peer.output.append { $0 += frames }
            return .frames(frames)
        } catch {
            // Short answers fit a frame; who cannot be told the truth is told nothing more.
            peer.isClosing = true
            return .nothing
        }
    }

    func refuse(_ id: UInt64?, _ error: CartError, to peer: Peer) {
        refusals.note(error, of: peer.caller, at: peer.readAt)
        let brief = CartError(error.code, "the rest of this message is too long to be sent")
        for error in [error, brief] {
            do {
                return try peer.output.append { buffer throws(CartError) in
                    try writer.append(Refusal(id: id, error: error), to: &buffer)
                }
            } catch {
                continue
            }
        }
        peer.isClosing = true
    }
}

/// What came of a turn.
package struct TurnOutcome {
    /// The peers that can be sent something now.
    package var peers: [Peer] = []
    /// Why the turn was taken back, or nil.
    package var failure: CartError?
    /// What the log is to be told.
    package var notes: [TurnNote] = []
}

extension Dispatcher.Deed {
    /// The request that may have changed something, or nil.
    fileprivate var mutation: RequestEnvelope? {
        switch self {
        case .action(.deliver(let envelope)):
            guard case .success(let request) = envelope.request, request.isMutation else { return nil }
            return envelope
        case .resume(let call):
            guard case .success(let request) = call.envelope.request, request.isMutation else { return nil }
            return call.envelope
        case .action, .say:
            return nil
        case .repeatedImport(let envelope), .finishedImport(let envelope, _, _):
            return envelope
        }
    }
}
