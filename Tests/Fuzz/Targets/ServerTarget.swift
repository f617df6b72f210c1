import CBOR
import CartModel
import CartProtocol
import TestSupport

/// The bytes of one peer give the same answers in one piece and in many, however the daemon's turns fall between them;
/// every request is answered once, streams have no gaps, output is bounded, and what was answered is on disk.
func exerciseServer(_ input: [UInt8]) throws {
    let folder = try TemporaryFolder.inMemory()
    let (sent, state) = try serve(input, in: folder)
    try checkAnswers(sent, to: input)
    try checkStreams(sent)
    try require(try FuzzDesk(folder).state == state, "the next daemon finds another state")

    var random = SplitMix64(hashing: input)
    let another = try TemporaryFolder.inMemory()
    try FuzzDesk.makeStore(in: another)
    let cut = try FuzzDesk(another)
    let pieces = pieces(of: input, using: &random)
    for piece in pieces {
        try cut.feed(piece)
        if Bool.random(using: &random) { try cut.endTurn() }
    }
    try cut.endTurn()
    try checkStreams(cut.sent)
    // How much one event tells depends on the turns; answers do not.
    let (answers, wanted) = (cut.sent.filter { $0["event"] == nil }, sent.filter { $0["event"] == nil })
    if answers != wanted {
        let differing = zip(answers, wanted).first { $0 != $1 }.map { "\($0) and not \($1)" }
        throw Finding(
            """
            in pieces of \(pieces.map(\.count)), there are \(answers.count) answers and not \(wanted.count); \
            the first that is another: \(differing ?? "none")
            """
        )
    }
    try require(cut.state == state, "in pieces, another state comes out")
}

/// Serves an input in one piece by a daemon that then ends.
private func serve(_ input: [UInt8], in folder: TemporaryFolder) throws -> (sent: [CBORValue], state: [String]) {
    try FuzzDesk.makeStore(in: folder)
    let desk = try FuzzDesk(folder)
    try desk.feed(input)
    try desk.endTurn()
    return (desk.sent, desk.state)
}

/// One answer to every request but those for streams, which may have none yet.
private func checkAnswers(_ sent: [CBORValue], to input: [UInt8]) throws {
    var given: [CBORValue: Int] = [:]
    for frame in sent where frame["event"] == nil {
        guard let id = frame["id"] else { throw Finding("an answer has no id") }
        given[id, default: 0] += 1
        let error = frame["error"]
        try require((frame["result"] == nil) != (error == nil), "an answer has a result and an error, or neither")
        guard let error else { continue }
        guard case .text(let message)? = error["message"], case .text(let code)? = error["code"] else {
            throw Finding("an error has no code or no message")
        }
        try require(!code.isEmpty && (1...8192).contains(message.utf8.count), "an error has no words, or too many")
    }

    let isEnded = given.removeValue(forKey: .null) != nil
    try require(!isEnded || sent.last?["id"] == .null, "more was said after the last word")
    let (requests, streams, isWhole) = asked(by: input)
    try require(isWhole || isEnded, "bytes that are no frame did not end the connection")
    for (id, count) in given {
        let most = requests[id, default: 0] + streams[id, default: 0]
        try require(count <= most, "the request \(id) has \(count) answers")
    }
    if !isEnded {
        for (id, count) in requests {
            try require(
                given[id, default: 0] >= count,
                "of \(count) requests \(id), \(given[id, default: 0]) are answered"
            )
        }
    }
}

/// How often each id was used, for streams and for other requests, and whether the bytes are frames as far as they go.
private func asked(
    by input: [UInt8]
) -> (requests: [CBORValue: Int], streams: [CBORValue: Int], isWhole: Bool) {
    var (requests, streams): ([CBORValue: Int], [CBORValue: Int]) = ([:], [:])
    var reader = FrameReader()
    return input.withUnsafeBytes { bytes in
        var rest = bytes
        do throws(CartError) {
            while let envelope = try reader.nextFrame(
                in: &rest,
                { payload in try? CBORDecoder().decode(RequestEnvelope.self, from: payload) }
            ) {
                guard let envelope else { return (requests, streams, false) }
                if case .success(let request) = envelope.request, request.method is any StreamMethod {
                    streams[.unsigned(envelope.id), default: 0] += 1
                } else {
                    requests[.unsigned(envelope.id), default: 0] += 1
                }
            }
        } catch {
            return (requests, streams, false)
        }
        return (requests, streams, true)
    }
}

/// Each stream begins with everything, or with where it goes on, and its numbers rise.
private func checkStreams(_ sent: [CBORValue]) throws {
    var last: [CBORValue: UInt64] = [:]
    // The streams that an error may have ended; it may also have refused another request with the id of an open stream.
    var mayBegin: Set<CBORValue> = []
    for frame in sent {
        guard let id = frame["id"] else { continue }
        guard let event = frame["event"] else {
            mayBegin.insert(id)
            continue
        }
        guard case .unsigned(let sequence)? = event["sequence"], case .text(let kind)? = event["kind"] else {
            throw Finding("an event has no number or no kind: \(event)")
        }
        let isBeginning = ["snapshot", "resumed", "resync"].contains(kind)
        if isBeginning, mayBegin.remove(id) != nil {
            last[id] = nil
        }
        if let last = last[id] {
            try require(
                isBeginning ? sequence >= last : sequence > last,
                "\(sequence) follows \(last) on the stream \(id)"
            )
        } else {
            try require(isBeginning, "a stream begins with \(kind)")
        }
        last[id] = sequence
    }
}
