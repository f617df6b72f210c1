import CBOR
import CartModel
import CartProtocol
import CartStore
import Systemd

extension Dispatcher {
    /// Answers one request, or begins what will be answered later.
    ///
    /// - Parameters:
    ///   - deadline: When the request is given up; nil is never.
    ///   - isResumed: Whether it has waited for a catalog.
    func answer(
        _ envelope: RequestEnvelope,
        _ deadline: MonotonicInstant?,
        isResumed: Bool = false,
        to peer: Peer
    ) -> Kept {
        switch envelope.request {
        case .failure(let error):
            refuse(envelope.id, error, to: peer)
            return .again
        case .success(let request):
            if let refusal = denial(of: request, envelope, to: peer) ?? untimely(envelope, deadline, from: peer) {
                refusals.note(refusal, of: peer.caller, at: peer.readAt)
                return say(to: peer) { frames throws(CartError) in
                    try writer.append(Refusal(id: envelope.id, error: refusal), to: &frames)
                }
            }
            if waitsForCatalog(request, envelope, deadline, isResumed: isResumed, peer) {
                return .nothing
            }
            return serve(request, envelope, context(for: peer), peer)
        }
    }

    /// Why a request is not for this caller, or not for now.
    func denial(of request: Request, _ envelope: RequestEnvelope, to peer: Peer) -> CartError? {
        guard peer.caller.role.includes(envelope.role) else {
            return .permissionDenied(
                type(of: request.method).name,
                takes: envelope.role,
                peer.caller,
                owner: DaemonIdentity.user,
                adminSocket: adminSocket,
                hasAdminSocket: hasAdminSocket
            )
        }
        guard peer.account.isFull else {
            return nil
        }
        // Who takes a request back makes room.
        if case .cancel = request {
            return nil
        }
        return peer.account.tooManyBytes
    }

    private func serve(
        _ request: Request,
        _ envelope: RequestEnvelope,
        _ context: ServingContext,
        _ peer: Peer
    ) -> Kept {
        let id = envelope.id
        switch request {
        case .hello, .importCatalog: break  // The session answers the one, the reader of its file the other.
        case .describe(let method): serve(method, envelope, context, peer)
        case .addLineItem(let method): serve(method, envelope, context, peer)
        case .removeLineItem(let method): serve(method, envelope, context, peer)
        case .setLineItem(let method): serve(method, envelope, context, peer)
        case .clearCart(let method): serve(method, envelope, context, peer)
        case .showCart(let method): serve(method, envelope, context, peer)
        case .listCarts(let method): serve(method, envelope, context, peer)
        case .listCatalogs(let method): serve(method, envelope, context, peer)
        case .showCatalog(let method): serve(method, envelope, context, peer)
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
        case .watchCart(let method):
            return open(.cart(method.cart ?? Cart.defaultName), by: method, id: id, for: peer)
        case .watchCarts(let method):
            return open(.carts, by: method, id: id, for: peer)
        case .watchCatalogs(let method):
            return open(.catalogs(method.catalog), by: method, id: id, for: peer)
        case .watchControls(let method):
            return open(.controls(method.control, events: method.events), by: method, id: id, for: peer)
        case .showStatus(let method): serve(method, envelope, context, peer)
        case .cancel(let method): return cancel(method, id: id, for: peer)
        }
        return .again
    }

    /// Lets the method's handler answer.
    private func serve<M: ServedMethod>(
        _ method: M,
        _ envelope: RequestEnvelope,
        _ context: ServingContext,
        _ peer: Peer
    ) {
        if M.isMutation {
            serve(envelope, peer) { () throws(CartError) in try Self.answer(to: method, context) }
        } else {
            do {
                answer(envelope.id, try Self.answer(to: method, context), to: peer)
            } catch {
                refuse(envelope.id, error, to: peer)
            }
        }
    }

    /// What the method's handler answers; a refusal says which parameter it is about.
    private static func answer<M: ServedMethod>(
        to method: M,
        _ context: ServingContext
    ) throws(CartError) -> M.Answer {
        do {
            return try method.serve(context)
        } catch {
            throw error.namingField(of: method)
        }
    }

    /// Answers a mutation: one that carries a key the first time for real, then by repeating the first answer.
    ///
    /// Only what was done is remembered; a request that was refused changed nothing and may be tried again.
    func serve<Answer: Codable & Sendable>(
        _ envelope: RequestEnvelope,
        _ peer: Peer,
        _ change: () throws(CartError) -> Answer
    ) {
        do {
            guard let key = envelope.idempotencyKey else {
                return answer(envelope.id, try change(), to: peer)
            }
            if answerFromRecord(envelope, to: peer) {
                return
            }
            let encoded = try encode(try change())
            store.record(
                RecordedAnswer(request: envelope.fingerprint, answer: encoded.bytes),
                for: try IdempotencyKey(owner: peer.caller.user, key: key)
            )
            answer(envelope.id, encoded, to: peer)
        } catch {
            refuse(envelope.id, error, to: peer)
        }
    }

    private func encode(_ answer: some Encodable) throws(CartError) -> CBOREncoded {
        do {
            return CBOREncoded(unchecked: try CBOREncoder().encode(answer))
        } catch {
            throw CartError(.malformed, "the answer cannot be encoded: \(error)")
        }
    }

    /// What was answered before to the request under its key, or nil.
    ///
    /// - Throws: `malformed` for what is no key; `idempotencyKeyReused` where that was another request; `overloaded` where no answer more can be kept;
    ///   `storageFailure`.
    func recordedAnswer(to envelope: RequestEnvelope, from peer: Peer) throws(CartError) -> CBOREncoded? {
        guard let key = envelope.idempotencyKey else {
            return nil
        }
        guard let recorded = try store.recordedAnswer(for: try IdempotencyKey(owner: peer.caller.user, key: key)) else {
            return nil
        }
        guard recorded.request == envelope.fingerprint else {
            throw CartError(
                .idempotencyKeyReused,
                "the idempotency key \(key) was used for another request; take a new key for a new request",
                details: ["idempotencyKey": .string(key)]
            )
        }
        return CBOREncoded(unchecked: recorded.answer)
    }

    /// Answers a mutation from the record where it was done before; false where it has to be done.
    func answerFromRecord(_ envelope: RequestEnvelope, to peer: Peer) -> Bool {
        do {
            guard let recorded = try recordedAnswer(to: envelope, from: peer) else {
                return false
            }
            answer(envelope.id, recorded, to: peer)
        } catch {
            refuse(envelope.id, error, to: peer)
        }
        return true
    }

    /// Refuses a mutation whose turn was taken back, unless an earlier turn had done it.
    func refuse(_ envelope: RequestEnvelope, _ error: CartError, to peer: Peer) {
        if !answerFromRecord(envelope, to: peer) {
            refuse(envelope.id, error, to: peer)
        }
    }
}
