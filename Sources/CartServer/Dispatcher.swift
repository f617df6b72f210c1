import CBOR
package import CartModel
import CartProtocol
package import CartStore
package import UnixSockets

/// Carries requests to their handlers, and holds the answers of a turn until its changes are on disk.
///
/// It knows no socket: bytes of a ``Peer`` come in, its ``OutputBuffer`` fills, and ``endTurn()`` allows what was held
/// to be sent. An answer that was made before the turn's first change is sent at once; from then on every answer of the
/// turn waits for the commit, because it may have seen what is not on disk yet.
package final class Dispatcher {
    /// All state.
    package let store: ModelStore
    /// Requests answered since the start.
    package private(set) var requests: Int64 = 0
    /// Transactions committed since the start.
    package private(set) var commits: Int64 = 0

    private let writer = FrameWriter()
    private let frameLimit: Int
    private let layout: LayoutResources
    private let statistics: () -> ServerStatistics
    private var held: [(peer: Peer, action: Session.Action)] = []

    /// Creates a dispatcher.
    ///
    /// - Parameters:
    ///   - store: All state.
    ///   - frameLimit: The longest payload that a peer may send, in bytes, told to it in the hello.
    ///   - layout: How large titles and pictures are.
    ///   - statistics: How the daemon is, asked only for a status request.
    package init(
        store: ModelStore,
        frameLimit: Int = FrameReader.defaultLimit,
        layout: LayoutResources = LayoutResources(),
        statistics: @escaping () -> ServerStatistics = { ServerStatistics() }
    ) {
        self.store = store
        self.frameLimit = frameLimit
        self.layout = layout
        self.statistics = statistics
    }

    /// How many answers wait for the end of the turn.
    package var heldCount: Int { held.count }

    /// Answers every whole request in the input, as long as the peer's unread answers stay under a bound.
    ///
    /// - Parameters:
    ///   - input: What was read; what was used is cut off its front. The rest is to be given again once the peer has
    ///     read its answers.
    ///   - peer: Who sent it.
    ///   - outputLimit: The bound in bytes.
    ///   - descriptors: The open files that came with the input.
    package func receive(
        _ input: inout UnsafeRawBufferPointer,
        from peer: Peer,
        outputLimit: Int,
        descriptors: inout DescriptorInbox
    ) {
        while !peer.isClosing, peer.output.count < outputLimit,
            let action = peer.session.nextAction(in: &input)
        {
            let wasHolding = !held.isEmpty
            carryOut(action, for: peer, descriptors: &descriptors)
            if wasHolding || store.hasUncommittedChanges {
                held.append((peer, action))
            } else {
                peer.output.seal()
            }
        }
        // Files come with the last bytes of a read, behind whole requests that have nothing to do with them. What none of
        // all these took was sent unasked, unless the frame that it belongs to has only begun.
        if peer.isClosing || (input.isEmpty && !peer.session.isInsideFrame) {
            descriptors.removeAll()
        }
    }

    /// Commits the turn's changes and lets its answers go; where the disk refuses, every change of the turn is taken
    /// back and refused with `storageFailure`, and what only read is answered again from what is on disk.
    ///
    /// - Returns: The peers that can be sent something now, and the error where the commit failed.
    package func endTurn() -> (peers: [Peer], failure: CartError?) {
        guard !held.isEmpty else {
            return ([], nil)
        }
        let turn = held
        held.removeAll(keepingCapacity: true)
        var failure: CartError?
        do {
            try store.commit()
            commits += 1
        } catch {
            failure = error
            answerAgain(turn, after: error)
        }
        var peers: [Peer] = []
        for (peer, _) in turn where peer.output.hasUnsealed {
            peer.output.seal()
            peers.append(peer)
        }
        return (peers, failure)
    }

    /// Says to a peer why it is cut, as the last it hears.
    package func end(_ peer: Peer, _ error: CartError) {
        peer.output.dropUnsealed()
        refuse(nil, error, to: peer)
        peer.output.seal()
        peer.isClosing = true
    }

    private func currentStatistics() -> ServerStatistics {
        var statistics = statistics()
        statistics.requests = requests
        statistics.commits = commits
        return statistics
    }

    private func answerAgain(_ turn: [(peer: Peer, action: Session.Action)], after error: CartError) {
        for (peer, _) in turn {
            peer.output.dropUnsealed()
        }
        var none = DescriptorInbox(capacity: 0)
        for (peer, action) in turn {
            if case .deliver(let envelope) = action, case .success(let request) = envelope.request, request.isMutation {
                refuse(envelope.id, error, to: peer)
            } else {
                carryOut(action, for: peer, descriptors: &none)
            }
        }
    }

    private func carryOut(_ action: Session.Action, for peer: Peer, descriptors: inout DescriptorInbox) {
        switch action {
        case .greet(let id, let protocolVersion, _):
            let greeting = DaemonIdentity.greeting(
                protocolVersion: protocolVersion,
                store: store,
                frameLimit: frameLimit
            )
            answer(id, greeting, to: peer)
        case .deliver(let envelope):
            requests += 1
            answer(envelope, to: peer, descriptors: &descriptors)
        case .refuse(let id, let error):
            refuse(id, error, to: peer)
        case .close(let error):
            refuse(nil, error, to: peer)
            peer.isClosing = true
        }
    }

    private func answer(_ envelope: RequestEnvelope, to peer: Peer, descriptors: inout DescriptorInbox) {
        switch envelope.request {
        case .failure(let error):
            refuse(envelope.id, error, to: peer)
        case .success(let request):
            let descriptor = request.takesDescriptor ? descriptors.takeFirst() : nil
            let number: Int32? =
                switch descriptor {
                case .some(let owned): owned.rawValue
                case .none: nil
                }
            let context = ServingContext(
                store: store,
                layout: layout,
                caller: peer.caller,
                descriptor: number,
                statistics: currentStatistics
            )
            serve(request, envelope, context, peer)
        }
    }

    private func serve(_ request: Request, _ envelope: RequestEnvelope, _ context: ServingContext, _ peer: Peer) {
        switch request {
        case .hello: break  // The session answers it.
        case .addLineItem(let method): serve(method, envelope, context, peer)
        case .removeLineItem(let method): serve(method, envelope, context, peer)
        case .setLineItem(let method): serve(method, envelope, context, peer)
        case .clearCart(let method): serve(method, envelope, context, peer)
        case .showCart(let method): serve(method, envelope, context, peer)
        case .listCarts(let method): serve(method, envelope, context, peer)
        case .listCatalogs(let method): serve(method, envelope, context, peer)
        case .showCatalog(let method): serve(method, envelope, context, peer)
        case .importCatalog(let method): serve(method, envelope, context, peer)
        case .removeCatalog(let method): serve(method, envelope, context, peer)
        case .layOutGrid(let method): serve(method, envelope, context, peer)
        case .layOutList(let method): serve(method, envelope, context, peer)
        case .layOutControl(let method): serve(method, envelope, context, peer)
        case .hitGrid(let method): serve(method, envelope, context, peer)
        case .hitList(let method): serve(method, envelope, context, peer)
        case .hitControl(let method): serve(method, envelope, context, peer)
        case .setControl(let method): serve(method, envelope, context, peer)
        case .clearControl(let method): serve(method, envelope, context, peer)
        case .showControl(let method): serve(method, envelope, context, peer)
        case .listControls(let method): serve(method, envelope, context, peer)
        case .removeControl(let method): serve(method, envelope, context, peer)
        case .changeControlState(let method): serve(method, envelope, context, peer)
        case .sendControlEvents(let method): serve(method, envelope, context, peer)
        case .pollControlEvents(let method): serve(method, envelope, context, peer)
        case .showStatus(let method): serve(method, envelope, context, peer)
        }
    }

    private func serve<M: ServedMethod>(
        _ method: M,
        _ envelope: RequestEnvelope,
        _ context: ServingContext,
        _ peer: Peer
    ) {
        do {
            if M.isMutation, let key = envelope.idempotencyKey {
                let key = try IdempotencyKey(owner: peer.caller.user, key: key)
                answer(envelope.id, try serveOnce(method, key, envelope.fingerprint, context), to: peer)
            } else {
                answer(envelope.id, try method.serve(context), to: peer)
            }
        } catch {
            refuse(envelope.id, error, to: peer)
        }
    }

    /// Serves a mutation that carries a key: the first time for real, then by repeating the first answer.
    ///
    /// Only what was done is remembered; a request that was refused changed nothing and may be tried again.
    private func serveOnce<M: ServedMethod>(
        _ method: M,
        _ key: IdempotencyKey,
        _ fingerprint: [UInt8],
        _ context: ServingContext
    ) throws(CartError) -> CBOREncoded {
        if let recorded = try store.recordedAnswer(for: key) {
            guard recorded.request == fingerprint else {
                throw CartError(
                    .idempotencyKeyReused,
                    "the idempotency key \(key.key) was used for another request; take a new key for a new request",
                    details: ["idempotencyKey": .string(key.key)]
                )
            }
            return CBOREncoded(unchecked: recorded.answer)
        }
        let answer = try method.serve(context)
        let encoded: [UInt8]
        do {
            encoded = try CBOREncoder().encode(answer)
        } catch {
            throw CartError(.malformed, "the answer cannot be encoded: \(error)")
        }
        store.record(RecordedAnswer(request: fingerprint, answer: encoded), for: key)
        return CBOREncoded(unchecked: encoded)
    }

    private func answer(_ id: UInt64, _ answer: some Codable & Sendable, to peer: Peer) {
        do {
            try peer.output.append { buffer throws(CartError) in
                try writer.append(Reply(id: id, result: answer), to: &buffer)
            }
        } catch {
            refuse(id, error, to: peer)
        }
    }

    private func refuse(_ id: UInt64?, _ error: CartError, to peer: Peer) {
        // An error is short, so it always fits a frame; one that did not would end the connection unanswered.
        do {
            try peer.output.append { buffer throws(CartError) in
                try writer.append(Refusal(id: id, error: error), to: &buffer)
            }
        } catch {
            peer.isClosing = true
        }
    }
}
