import CBOR
import CartClient
import CartModel
import CartProtocol
import TestSupport

/// What a daemon sends means the same in one piece and in many; nothing follows the end of a session; a message goes
/// to the request that it names.
func exerciseClient(_ input: [UInt8]) throws {
    let whole = try ClientRun(of: [input])
    var random = SplitMix64(hashing: input)
    let pieces = pieces(of: input, using: &random)
    let cut = try ClientRun(of: pieces)
    try require(
        cut == whole,
        "in pieces of \(pieces.map(\.count)): \(cut.outcomes.suffix(3)) and not \(whole.outcomes.suffix(3))"
    )
}

/// What a session made of bytes.
private struct ClientRun: Equatable {
    enum Outcome: Equatable {
        case greeted(Hello.Answer)
        case message(UInt64)
        case passedOver
        case ended(CartError, isTransient: Bool)
    }

    private(set) var outcomes: [Outcome] = []

    init(of pieces: [[UInt8]]) throws {
        var session = ClientSession(frameLimit: 4096)
        for piece in pieces {
            try piece.withUnsafeBytes { try feed($0, to: &session) }
        }
        let isOver = outcomes.last.map { if case .ended = $0 { true } else { false } } ?? false
        try require(!isOver || !session.isOpen, "a session that has ended is open")
        let failure = session.endOfInput()
        outcomes.append(.ended(failure.error, isTransient: failure.isTransient))
        try require(session.endOfInput() == failure, "a session ends in two ways")
        if isOver { try require(outcomes.dropLast().last == outcomes.last, "a session ends in two ways") }
    }

    private mutating func feed(_ piece: UnsafeRawBufferPointer, to session: inout ClientSession) throws {
        var input = piece
        while true {
            let before = input.count
            var fault: String?
            let step = session.next(in: &input) { id, payload in
                fault = Self.fault(of: payload, for: id)
                return Self.take(id, payload)
            }
            if let fault { throw Finding(fault) }
            switch step {
            case .more:
                return try require(input.isEmpty, "\(input.count) bytes of a piece were not taken")
            case .greeted(let answer):
                outcomes.append(.greeted(answer))
                try require(session.isOpen, "a session that was greeted is not open")
            case .message(let id):
                outcomes.append(id.map { .message($0) } ?? .passedOver)
            case .ended(let failure):
                let outcome = Outcome.ended(failure.error, isTransient: failure.isTransient)
                if case .ended? = outcomes.last {
                    try require(outcomes.last == outcome, "a session ends in two ways")
                } else {
                    outcomes.append(outcome)
                }
                return
            }
            try require(input.count < before, "a message without bytes")
        }
    }

    /// Of three requests one is awaited by nobody, and the others as a call and as a stream.
    private static func take(_ id: UInt64, _ payload: UnsafeRawBufferPointer) -> Result<UInt64?, CartError> {
        let decoder = CBORDecoder()
        do {
            switch id % 3 {
            case 0: return .success(nil)
            case 1: _ = try decoder.decode(Reply<CartAnswer>.self, from: payload)
            default: _ = try decoder.decode(StreamFrame<WatchControls.Event>.self, from: payload)
            }
            return .success(id)
        } catch {
            guard (try? decoder.decode(Refusal.self, from: payload)) != nil else {
                return .failure(CartError(.malformed, "it is no answer"))
            }
            return .success(id)
        }
    }

    /// The `id` of a message as the decoder of whole messages reads it, where tags around a number do not count.
    private struct Head: Decodable {
        var id: UInt64
    }

    /// What is wrong with whom a message was given to; one that is damaged behind its id may be given to anybody.
    private static func fault(of payload: UnsafeRawBufferPointer, for id: UInt64) -> String? {
        let decoder = CBORDecoder()
        guard let value = try? decoder.decode(CBORValue.self, from: payload) else { return nil }
        return (try? decoder.decode(Head.self, from: payload))?.id == id
            ? nil : "\(value) was given to the request \(id)"
    }
}
