import CBOR
import CartModel
import CartProtocol

/// What can be read means the same in every spelling and survives being written; what cannot is refused with an error.
func exerciseCBOR(_ input: [UInt8]) throws {
    try exerciseTypes(input)
    let decoder = CBORDecoder()
    let value: CBORValue
    do {
        value = try decoder.decode(CBORValue.self, from: input)
    } catch {
        try require(error is DecodingError, "\(type(of: error)) was thrown")
        try require((try? CBOREncoded(input)) == nil, "an item that is no value was taken as encoded")
        return
    }
    try require(wellFormedLength(input[...]) == input.count, "an item was taken that is not well-formed")
    let item = try CBOREncoded(input)
    try require(!item.diagnostic.isEmpty, "an item has no diagnostic notation")

    // Its own output is a fixed point, and means the same.
    let encoder = CBOREncoder(maximumDepth: 256)
    let written = try encoder.encode(value)
    try require(wellFormedLength(written[...]) == written.count, "what was written is not well-formed")
    try require(try decoder.decode(CBORValue.self, from: written) == value, "another value comes back")
    try require(try encoder.encode(try CBOREncoded(written)) == written, "an encoded item was changed")
    try require(value.diagnostic == (try CBOREncoded(written).diagnostic), "the notation of a value is another")
    for end in written.indices where end < 64 {
        try require((try? CBOREncoded(Array(written[..<end]))) == nil, "cut to \(end) bytes, an item is still taken")
    }
    try exerciseMessages(input, respelled: written)
}

/// Types of the standard library and of this one.
private func exerciseTypes(_ input: [UInt8]) throws {
    let decoder = CBORDecoder()
    _ = try? decoder.decode([String: Int].self, from: input)
    _ = try? decoder.decode([[Bool]?].self, from: input)
    for strategy in [CBOREncoder.KeyStrategy.text, .integers] {
        guard let value = try? decoder.decode(Everything.self, from: input) else { return }
        let written = try CBOREncoder(keyStrategy: strategy).encode(value)
        let again = try CBOREncoder(keyStrategy: strategy).encode(try decoder.decode(Everything.self, from: written))
        try require(again == written, "a structure was written in two ways")
    }
}

/// A request says the same, however it was spelled; errors and answers are read or refused.
private func exerciseMessages(_ input: [UInt8], respelled: [UInt8]) throws {
    let decoder = CBORDecoder()
    _ = try? decoder.decode(Refusal.self, from: input)
    _ = try? decoder.decode(Reply<CartAnswer>.self, from: input)
    _ = try? decoder.decode(Reply<LayOutList.Answer>.self, from: input)
    _ = try? decoder.decode(Reply<Hello.Answer>.self, from: input)
    guard let envelope = try? decoder.decode(RequestEnvelope.self, from: input) else {
        try require(
            (try? decoder.decode(RequestEnvelope.self, from: respelled)) == nil,
            "only respelled it is a request"
        )
        return
    }
    let again = try decoder.decode(RequestEnvelope.self, from: respelled)
    try require(again.id == envelope.id && again.fingerprint == envelope.fingerprint, "respelled, a request is another")
    switch (envelope.request, again.request) {
    case (.success(let request), .success(let again)):
        // NaN is no equal of itself, but its bytes are.
        try require(
            try CBOREncoder().encode(request.method) == CBOREncoder().encode(again.method),
            "respelled, a request has other parameters"
        )
    case (.failure(let error), .failure(let again)):
        try require(error.code == again.code, "respelled, \(error.code) is \(again.code)")
    default:
        throw Finding("only in one spelling a request is served")
    }
}
