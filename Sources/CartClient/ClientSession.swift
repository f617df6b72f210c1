import CBOR
package import CartModel
package import CartProtocol

/// What one connection brings in, as a value: bytes in, messages by their ids out; no socket, and no notion of whose ids
/// they are.
///
/// The answer to the greeting comes first, then messages in any order. One that nobody waits for is passed over once it is
/// known to be whole, because it may answer a request that was given up. Whatever breaks the protocol ends the session for
/// good.
package struct ClientSession: Sendable {
    /// The `id` of the greeting on every connection.
    package static let greetingID: UInt64 = 0

    /// What came of the bytes.
    package enum Step<Taken> {
        /// All bytes were taken; more are needed.
        case more
        /// The daemon answered the greeting: requests may be sent.
        case greeted(Hello.Answer)
        /// A message was taken by whoever waits for it, or passed over with nil.
        case message(Taken?)
        /// The connection is of no use any more.
        case ended(ConnectionFailure)
    }

    private enum Phase {
        case greeting
        case open
        case ended(ConnectionFailure)
    }

    private var phase = Phase.greeting
    private var reader: FrameReader

    /// Creates the session of a connection on which the greeting is the first thing to be sent.
    ///
    /// - Parameter frameLimit: The longest payload that is taken from the daemon, in bytes.
    package init(frameLimit: Int = FrameReader.defaultLimit) {
        reader = FrameReader(limit: frameLimit)
    }

    /// Whether the greeting was answered and the session has not ended.
    package var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    /// Takes the next message off the front of what was read.
    ///
    /// - Parameters:
    ///   - input: What was read, in any portions; what was used is cut off its front.
    ///   - take: Is given a message's `id` and its payload, which is valid only for the call, and decodes it; answers nil where
    ///     nobody waits for that id, and an error where the payload is not what the id's owner may be sent.
    package mutating func next<Taken>(
        in input: inout UnsafeRawBufferPointer,
        take: (UInt64, UnsafeRawBufferPointer) -> Result<Taken?, CartError>
    ) -> Step<Taken> {
        if case .ended(let failure) = phase { return .ended(failure) }
        let isGreeted = isOpen
        let step: Step<Taken>?
        do throws(CartError) {
            step = try reader.nextFrame(in: &input) { payload in
                isGreeted ? Self.open(payload, take) : Self.greeting(payload)
            }
        } catch {
            return end(with: ConnectionFailure(.malformedReply("is no message: \(error.message)"), isTransient: false))
        }
        switch step {
        case nil: return .more
        case .ended(let failure): return end(with: failure)
        case .greeted(let answer):
            phase = .open
            return .greeted(answer)
        case let step?: return step
        }
    }

    /// Notes that the peer will send nothing more.
    ///
    /// - Returns: `connectionLost`, which another connection may mend; or why the session had ended before.
    package mutating func endOfInput() -> ConnectionFailure {
        let place: String
        switch phase {
        case .ended(let failure): return failure
        case .greeting: place = "before it answered hello"
        case .open: place = reader.isInsideFrame ? "in the middle of a message" : "before it answered"
        }
        let failure = ConnectionFailure(
            CartError(.connectionLost, "the daemon ended the connection \(place)"),
            isTransient: true
        )
        phase = .ended(failure)
        return failure
    }

    private mutating func end<Taken>(with failure: ConnectionFailure) -> Step<Taken> {
        phase = .ended(failure)
        return .ended(failure)
    }

    /// What a message means before the greeting was answered: nothing but its answer may come.
    private static func greeting<Taken>(_ payload: UnsafeRawBufferPointer) -> Step<Taken> {
        let frame: IncomingFrame
        do {
            frame = try IncomingFrame(payload, method: Hello.name, answer: Hello.Answer.self)
        } catch {
            return .ended(ConnectionFailure(error, isTransient: false))
        }
        switch frame.content {
        case .error(let error) where frame.id == nil || frame.id == greetingID:
            // Who is not greeted is not served: the refusal is the connection's.
            return .ended(ConnectionFailure(refusal: error))
        case .result(let answer as Hello.Answer) where frame.id == greetingID:
            guard (ProtocolVersion.oldest...ProtocolVersion.newest).contains(answer.protocolVersion) else {
                return .ended(ConnectionFailure(.unsupportedVersion(answer), isTransient: false))
            }
            return .greeted(answer)
        default:
            return .ended(ConnectionFailure(.malformedReply("is not the one to hello"), isTransient: false))
        }
    }

    private static func open<Taken>(
        _ payload: UnsafeRawBufferPointer,
        _ take: (UInt64, UnsafeRawBufferPointer) -> Result<Taken?, CartError>
    ) -> Step<Taken> {
        let id: UInt64?
        do {
            id = try FrameHead.id(of: payload)
        } catch {
            return .ended(ConnectionFailure(.malformedReply("has no id that can be read"), isTransient: false))
        }
        guard let id else { return connectionRefusal(payload) }
        do {
            if let taken = try take(id, payload).get() { return .message(taken) }
            _ = try IncomingFrame(payload, method: "a request that is not awaited")
            return .message(nil)
        } catch {
            return .ended(ConnectionFailure(error, isTransient: false))
        }
    }

    /// A message without an id speaks of the connection as a whole, and can only be its refusal.
    private static func connectionRefusal<Taken>(_ payload: UnsafeRawBufferPointer) -> Step<Taken> {
        do {
            let frame = try IncomingFrame(payload, method: "no request")
            guard case .error(let error) = frame.content else {
                return .ended(ConnectionFailure(.malformedReply("has no id and no error"), isTransient: false))
            }
            return .ended(ConnectionFailure(refusal: error))
        } catch {
            return .ended(ConnectionFailure(error, isTransient: false))
        }
    }
}

extension ConnectionFailure {
    /// The daemon's refusal of a connection as a whole.
    ///
    /// The next may be taken where it has too many, or this process stood still for longer than it waits for the rest of a message.
    fileprivate init(refusal error: CartError) {
        self.init(error, isTransient: error.code == .overloaded || error.code == .deadlineExceeded)
    }
}
