import CBOR
import CartModel
import CartProtocol

/// A message as it comes in: `{"id", "result"}`, `{"id", "error"}` or `{"id", "event"}`, an `id` of null speaking of the
/// connection.
struct IncomingFrame: Sendable {
    /// The request's, nil for the connection's.
    let id: UInt64?
    /// What the daemon says.
    let content: Content

    /// What a message can hold, decoded where its type was given.
    enum Content: Sendable {
        case result((any Sendable)?)
        case error(CartError)
        case event((any StreamEvent)?)
    }

    private enum Key: String, CodingKey {
        case id, result, error, event
    }

    /// Decodes a message.
    ///
    /// - Parameters:
    ///   - payload: The frame's.
    ///   - method: The request's name, for the error.
    ///   - answer: What a result is to be; nil for one that is not of interest.
    ///   - event: What an event is to be; nil for one that is not of interest.
    /// - Throws: `malformed` for what is damaged or of another shape.
    init(
        _ payload: UnsafeRawBufferPointer,
        method: String,
        answer: (any (Decodable & Sendable).Type)? = nil,
        event: (any StreamEvent.Type)? = nil
    ) throws(CartError) {
        do {
            (id, content) = try CBORDecoder().withMembers(of: payload, keyedBy: Key.self) { members in
                let id = try members.decodeIfPresent(UInt64.self, forKey: .id)
                if let error = try members.decodeIfPresent(CartError.self, forKey: .error) {
                    return (id, .error(error))
                }
                if members.contains(.event), !members.contains(.result) {
                    return (id, .event(try event.map { try members.anyEvent(of: $0, forKey: .event) }))
                }
                guard let answer else {
                    return (id, .result(nil))
                }
                return (id, .result(try members.anyValue(of: answer, forKey: .result)))
            }
        } catch let error as DecodingError {
            throw .malformedReply("to \(method) cannot be read: \(CartError(error).message)")
        } catch {
            throw .malformedReply("to \(method) cannot be read")
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a value of a type that is known only now.
    fileprivate func anyValue(of type: any (Decodable & Sendable).Type, forKey key: Key) throws -> any Sendable {
        func value<T: Decodable & Sendable>(of type: T.Type) throws -> T { try decode(type, forKey: key) }
        return try value(of: type)
    }

    /// Decodes an event of a type that is known only now.
    fileprivate func anyEvent(of type: any StreamEvent.Type, forKey key: Key) throws -> any StreamEvent {
        func event<T: StreamEvent>(of type: T.Type) throws -> T { try decode(type, forKey: key) }
        return try event(of: type)
    }
}
