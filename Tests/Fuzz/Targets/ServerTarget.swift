import CBOR
import CartModel
import CartProtocol

/// The bytes of one peer give the same answers in one piece and in many, however the daemon's turns fall between them;
/// every request is answered once, the answers are bounded, and what was answered is on disk.
func exerciseServer(_ input: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let (replies, state) = try serve(input, in: folder)
    try checkReplies(replies, to: input)
    try require(try FuzzDesk(folder).state == state, "the next daemon finds another state")

    var random = SplitMix64(hashing: input)
    let another = try TemporaryFolder()
    try FuzzDesk.makeStore(in: another)
    let cut = try FuzzDesk(another)
    let pieces = pieces(of: input, using: &random)
    for piece in pieces {
        try cut.feed(piece)
        if Bool.random(using: &random) { try cut.endTurn() }
    }
    try cut.endTurn()
    if cut.replies != replies {
        let differing = zip(cut.replies, replies).first { $0 != $1 }.map { "\($0) and not \($1)" }
        throw Finding(
            """
            in pieces of \(pieces.map(\.count)), there are \(cut.replies.count) replies and not \(replies.count); \
            the first that is another: \(differing ?? "none")
            """
        )
    }
    try require(cut.state == state, "in pieces, another state comes out")
}

/// Serves an input in one piece and one turn by a daemon that then ends.
private func serve(_ input: [UInt8], in folder: TemporaryFolder) throws -> (replies: [CBORValue], state: [String]) {
    try FuzzDesk.makeStore(in: folder)
    let desk = try FuzzDesk(folder)
    try desk.feed(input)
    try desk.endTurn()
    return (desk.replies, desk.state)
}

/// One reply to every whole frame, and one more where the connection is ended.
private func checkReplies(_ replies: [CBORValue], to input: [UInt8]) throws {
    var reader = FrameReader()
    var frames = 0
    var isRefused = false
    input.withUnsafeBytes { bytes in
        var rest = bytes
        do throws(CartError) {
            while try reader.nextFrame(in: &rest, { _ in () }) != nil { frames += 1 }
        } catch {
            isRefused = true
        }
    }
    let final = replies.filter { $0["id"] == .null }.count
    try require(final <= 1 && (final == 0 || replies.last?["id"] == .null), "more was said after the last word")
    try require(!isRefused || final == 1, "bytes that are no frame did not end the connection")
    if final == 0 {
        try require(replies.count == frames, "\(frames) requests have \(replies.count) replies")
    } else {
        try require(replies.count <= frames + 1, "\(frames) requests have \(replies.count) replies")
    }
    for reply in replies {
        let error = reply["error"]
        try require((reply["result"] == nil) != (error == nil), "a reply has both a result and an error, or neither")
        if let error {
            guard case .text(let message)? = error["message"], case .text(let code)? = error["code"] else {
                throw Finding("an error has no code or no message")
            }
            try require(!code.isEmpty && (1...8192).contains(message.utf8.count), "an error has no words, or too many")
        }
    }
}
