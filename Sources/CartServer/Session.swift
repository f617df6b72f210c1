import CBOR
package import CartModel
package import CartProtocol

/// One peer's side of the protocol, as a value that knows no socket: bytes go in, actions come out.
///
/// ```
/// var input = bytes
/// while let action = session.nextAction(in: &input) { carryOut(action) }
/// ```
/// What is left of the input once it answers nil is the beginning of a frame, which the session keeps.
package struct Session: Sendable {
    /// What the caller has to do.
    package enum Action: Sendable {
        /// Answer the hello with the daemon's identity; the session is open from now on.
        case greet(id: UInt64, protocolVersion: Int, software: String)
        /// Let the method's handler answer.
        case deliver(RequestEnvelope)
        /// Answer the request with an error; the session goes on.
        case refuse(id: UInt64, CartError)
        /// Send the error as the connection's last frame, then close it.
        case close(CartError)
    }

    private enum State {
        case awaitingHello
        case open
        case closed
    }

    /// Whole frames taken so far.
    package private(set) var framesSeen: UInt64 = 0

    private var state = State.awaitingHello
    private var reader: FrameReader

    /// Creates a session that waits for its hello.
    ///
    /// - Parameter frameLimit: The longest payload in bytes that the peer may send.
    package init(frameLimit: Int = FrameReader.defaultLimit) {
        reader = FrameReader(limit: frameLimit)
    }

    /// Whether the peer has begun something that it has yet to finish: its hello, or a frame.
    package var owesBytes: Bool { state == .awaitingHello || isInsideFrame }

    /// Whether the peer has begun a frame that it has yet to finish.
    package var isInsideFrame: Bool { reader.isInsideFrame }

    /// Bytes that are kept of a frame that is not whole yet.
    package var keptBytes: Int { reader.keptBytes }

    /// Takes what was read and says what to do about the next whole frame in it.
    ///
    /// - Parameter input: The bytes that were read; what was used is cut off its front.
    /// - Returns: Nil where more bytes are needed, and after a `close`.
    package mutating func nextAction(in input: inout UnsafeRawBufferPointer) -> Action? {
        guard state != .closed else {
            return nil
        }
        let frame: Result<RequestEnvelope, CartError>?
        do {
            frame = try reader.nextFrame(in: &input, Self.decode)
        } catch {
            state = .closed
            return .close(error)
        }
        switch frame {
        case nil:
            return nil
        case .failure(let error):
            state = .closed
            return .close(error)
        case .success(let envelope):
            framesSeen += 1
            return action(for: envelope)
        }
    }

    private mutating func action(for envelope: RequestEnvelope) -> Action {
        switch (state, envelope.request) {
        case (_, .failure(let error)):
            return .refuse(id: envelope.id, error)
        case (.open, .success(.hello)):
            return .refuse(id: envelope.id, CartError(.malformed, "hello was said on this connection already"))
        case (.open, .success):
            return .deliver(envelope)
        case (_, .success(.hello(let hello))):
            guard let version = ProtocolVersion.common(with: hello.protocolVersions) else {
                return .refuse(id: envelope.id, .unsupportedVersion(hello.protocolVersions))
            }
            state = .open
            return .greet(id: envelope.id, protocolVersion: version, software: hello.software)
        case (_, .success(let request)):
            return .refuse(
                id: envelope.id,
                CartError(
                    .helloRequired,
                    "say hello before \(type(of: request.method).name)",
                    details: ["method": .string(type(of: request.method).name)]
                )
            )
        }
    }

    private static func decode(_ payload: UnsafeRawBufferPointer) -> Result<RequestEnvelope, CartError> {
        do {
            return .success(try CBORDecoder().decode(RequestEnvelope.self, from: payload))
        } catch let error as DecodingError {
            return .failure(CartError(error))
        } catch {
            return .failure(CartError(.malformed, "the message cannot be read: \(error)"))
        }
    }
}

extension CartError {
    /// The refusal of a client that speaks only other versions.
    static func unsupportedVersion(_ range: Hello.VersionRange) -> CartError {
        CartError(
            .unsupportedVersion,
            "this daemon speaks versions \(ProtocolVersion.oldest) to \(ProtocolVersion.newest) of the protocol, "
                + "not \(range.min) to \(range.max)",
            details: [
                "field": "params.protocolVersions", "min": .integer(Int64(ProtocolVersion.oldest)),
                "max": .integer(Int64(ProtocolVersion.newest)),
            ]
        )
    }
}
