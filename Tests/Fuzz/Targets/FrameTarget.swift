import CartModel
import CartProtocol
import TestSupport

/// The same bytes give the same frames and the same refusal in one piece, byte by byte, and cut anywhere.
func exerciseFrames(_ input: [UInt8]) throws {
    // A small limit, so that short inputs reach it.
    let limit = 300
    let whole = try cut([input], limit: limit)
    var random = SplitMix64(hashing: input)
    try require(try cut(input.map { [$0] }, limit: limit) == whole, "byte by byte, other frames come out")
    for _ in 0..<3 {
        let pieces = pieces(of: input, using: &random)
        try require(
            try cut(pieces, limit: limit) == whole,
            "in pieces of \(pieces.map(\.count)), other frames come out"
        )
    }

    // Every byte is in a frame, in the one that has begun, or behind what was refused.
    let consumed = whole.frames.reduce(0) { $0 + FrameReader.headerSize + $1.count }
    try require(whole.frames.allSatisfy { (1...limit).contains($0.count) }, "a frame has a length that is not allowed")
    let rest = Array(input.dropFirst(consumed))
    let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    switch whole.refusal {
    case CartError.Code.malformed?:
        try require(rest.count >= 4 && length == 0, "a frame was refused as empty that is not")
    case CartError.Code.frameTooLarge?:
        try require(rest.count >= 4 && length > limit, "a frame was refused as too large that is not")
    case nil:
        try require(rest.count < 4 || (length > 0 && rest.count < 4 + length), "a frame that is whole did not come out")
        try require(whole.isInsideFrame == !rest.isEmpty, "isInsideFrame is wrong")
    default:
        throw Finding("a frame was refused as \(whole.refusal.map(\.rawValue) ?? "")")
    }
}

/// What came out of a stream of bytes.
private struct Cut: Equatable {
    var frames: [[UInt8]] = []
    var refusal: CartError.Code?
    var isInsideFrame = false
}

private func cut(_ pieces: [[UInt8]], limit: Int) throws(Finding) -> Cut {
    var reader = FrameReader(limit: limit)
    var cut = Cut()
    for piece in pieces {
        let left = piece.withUnsafeBytes { bytes in
            var input = bytes
            do throws(CartError) {
                while let frame = try reader.nextFrame(in: &input, { Array($0) }) { cut.frames.append(frame) }
            } catch {
                cut.refusal = error.code
            }
            return input.count
        }
        if cut.refusal != nil { return cut }
        try require(left == 0, "\(left) bytes of a piece were not taken")
    }
    cut.isInsideFrame = reader.isInsideFrame
    return cut
}
