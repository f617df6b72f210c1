import CBOR
package import CartModel
package import CartProtocol

/// The client's side of the protocol on one connection, as a value: bytes in, events out, no socket.
///
/// The order is fixed: a greeting and its answer, then one request after the other, each with its answer. Whatever breaks
/// it ends the session, because nothing that follows on the connection could be trusted any more.
package struct ClientSession: Sendable {
    /// What the bytes that came in amount to.
    package enum Event<Answer: Sendable>: Sendable {
        /// Not a whole message yet.
        case more
        /// The answer that was waited for.
        case answer(Answer)
        /// The daemon refused this request, and serves the next one.
        case refused(CartError)
        /// The connection is of no use any more.
        case ended(ConnectionFailure)
    }

    private enum Phase: Hashable {
        case silent
        case greeting
        case idle
        case calling
        case ended(ConnectionFailure)
    }

    private var phase = Phase.silent
    private var lastID: UInt64 = 0
    private var method = Hello.name
    private var reader: FrameReader
    private var writer = FrameWriter()

    /// Creates the session of a new connection.
    ///
    /// - Parameter frameLimit: The longest payload that is taken from the daemon, in bytes.
    package init(frameLimit: Int = FrameReader.defaultLimit) {
        reader = FrameReader(limit: frameLimit)
    }

    /// Whether the greeting was answered and no answer is awaited.
    package var isIdle: Bool { phase == .idle }

    // MARK: Out

    /// Appends the greeting, which must be the first thing on the connection.
    ///
    /// - Throws: `frameTooLarge` where the name of the software is longer than a frame.
    package mutating func greet(_ hello: Hello, into output: inout [UInt8]) throws(CartError) {
        try write(hello, idempotencyKey: nil, into: &output)
        phase = .greeting
    }

    /// Appends a request.
    ///
    /// - Parameters:
    ///   - call: The method and its parameters.
    ///   - idempotencyKey: Tells the daemon that it may have had the request before.
    ///   - output: Gets one frame appended, or stays as it is where this throws.
    /// - Throws: `frameTooLarge` for a request over the daemon's limit; `helloRequired` where the session is not idle.
    package mutating func send(
        _ call: some Method,
        idempotencyKey: String?,
        into output: inout [UInt8]
    ) throws(CartError) {
        guard isIdle else {
            throw CartError(.helloRequired, "a request can be sent only on a connection that was greeted and is idle")
        }
        try write(call, idempotencyKey: idempotencyKey, into: &output)
        phase = .calling
    }

    private mutating func write<M: Method>(
        _ call: M,
        idempotencyKey: String?,
        into output: inout [UInt8]
    ) throws(CartError) {
        let request = OutgoingRequest(id: lastID, params: call, idempotencyKey: idempotencyKey)
        try writer.append(request, to: &output)
        method = M.name
    }

    // MARK: In

    /// Takes bytes while the greeting's answer is awaited.
    package mutating func receiveGreeting(_ input: UnsafeRawBufferPointer) -> Event<Hello.Answer> {
        switch receive(input, as: Hello.Answer.self) {
        case .answer(let answer):
            guard (ProtocolVersion.oldest...ProtocolVersion.newest).contains(answer.protocolVersion) else {
                return end(.unsupportedVersion(answer), isTransient: false)
            }
            // The refusal of the connection may have come in the same bytes.
            if case .ended(let failure) = phase { return .ended(failure) }
            // A frame's length has 32 bits, whatever the daemon claims to take.
            writer = FrameWriter(limit: min(answer.frameLimit, Int(UInt32.max)))
            return .answer(answer)
        case .refused(let error):
            // Who is not greeted is not served: the refusal is the connection's.
            return end(error, isTransient: error.code == .overloaded)
        case let event:
            return event
        }
    }

    /// Takes bytes while the answer to the last request is awaited.
    ///
    /// - Parameters:
    ///   - input: What was read, in any portions.
    ///   - type: The answer of the method that was sent.
    package mutating func receive<Answer: Decodable & Sendable>(
        _ input: UnsafeRawBufferPointer,
        as type: Answer.Type
    ) -> Event<Answer> {
        if case .ended(let failure) = phase { return .ended(failure) }
        guard phase == .greeting || phase == .calling else {
            return end(.malformedReply("came before there was a request"), isTransient: false)
        }
        var input = input
        let reply: Result<IncomingReply<Answer>, CartError>?
        do throws(CartError) {
            reply = try reader.nextFrame(in: &input) { Self.decode($0, method: method) }
        } catch {
            return end(.malformedReply("to \(method) is no message: \(error.message)"), isTransient: false)
        }
        switch reply {
        case nil:
            return .more
        case .failure(let error):
            return end(error, isTransient: false)
        case .success(let reply):
            let event = interpret(reply)
            if isIdle, !input.isEmpty {
                phase = .ended(unrequested(&input))
            }
            return event
        }
    }

    /// Notes that the peer will send nothing more.
    ///
    /// - Returns: `connectionLost`, which another connection may mend; or why the session had ended before.
    package mutating func endOfInput() -> ConnectionFailure {
        if case .ended(let failure) = phase { return failure }
        let place =
            switch phase {
            case .greeting: "before it answered hello"
            case .calling where reader.isInsideFrame: "in the middle of its answer to \(method)"
            case .calling: "before it answered \(method)"
            case .silent, .idle, .ended: "between two calls"
            }
        let failure = ConnectionFailure(
            CartError(.connectionLost, "the daemon ended the connection \(place)"),
            isTransient: true
        )
        phase = .ended(failure)
        return failure
    }

    /// What is said after an answer belongs to no request: only a refusal of the connection as a whole can make sense.
    private mutating func unrequested(_ input: inout UnsafeRawBufferPointer) -> ConnectionFailure {
        let frame = try? reader.nextFrame(in: &input) { try? CBORDecoder().decode(Refusal.self, from: $0) }
        guard let refusal = frame ?? nil, refusal.id == nil else {
            return ConnectionFailure(.malformedReply("to \(method) is followed by more than it"), isTransient: false)
        }
        return ConnectionFailure(refusal.error, isTransient: refusal.error.code == .overloaded)
    }

    private static func decode<Answer: Decodable>(
        _ payload: UnsafeRawBufferPointer,
        method: String
    ) -> Result<IncomingReply<Answer>, CartError> {
        do {
            return .success(try CBORDecoder().decode(IncomingReply<Answer>.self, from: payload))
        } catch let error as DecodingError {
            return .failure(.malformedReply("to \(method) cannot be read: \(CartError(error).message)"))
        } catch {
            return .failure(.malformedReply("to \(method) cannot be read"))
        }
    }

    private mutating func interpret<Answer>(_ reply: IncomingReply<Answer>) -> Event<Answer> {
        guard let id = reply.id else {
            guard case .error(let error) = reply.content else {
                return end(.malformedReply("has no id and no error"), isTransient: false)
            }
            return end(error, isTransient: error.code == .overloaded)
        }
        guard id == lastID else {
            return end(
                .malformedReply("has the id \(id), but the request \(lastID) is awaited"),
                isTransient: false
            )
        }
        switch reply.content {
        case .result(let answer):
            finishCall()
            return .answer(answer)
        case .error(let error):
            finishCall()
            return .refused(error)
        case .unreadable(let error):
            return end(
                .malformedReply("to \(method) is not understood: \(CartError(error).message)"),
                isTransient: false
            )
        }
    }

    private mutating func finishCall() {
        lastID &+= 1
        phase = .idle
    }

    private mutating func end<Answer>(_ error: CartError, isTransient: Bool) -> Event<Answer> {
        let failure = ConnectionFailure(error, isTransient: isTransient)
        phase = .ended(failure)
        return .ended(failure)
    }
}
