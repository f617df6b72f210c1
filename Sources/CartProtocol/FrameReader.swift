package import CartModel

/// Cuts a stream of bytes into frames: 4 bytes of length, big-endian, then so many bytes of payload.
///
/// A frame that lies whole in the bytes just read is handed out in place; only the beginning of one that does not is
/// copied and kept. A length that is not allowed is refused before a byte of its payload is kept.
package struct FrameReader: Sendable {
    /// Bytes before the payload.
    package static let headerSize = 4
    /// The longest payload by default: 1 MiB.
    package static let defaultLimit = 1 << 20

    private let limit: Int
    private var partial: [UInt8] = []

    /// Creates a reader.
    ///
    /// - Parameter limit: The longest payload in bytes.
    package init(limit: Int = FrameReader.defaultLimit) {
        self.limit = limit
    }

    /// Whether the stream stands inside of a frame.
    package var isInsideFrame: Bool { !partial.isEmpty }

    /// Bytes that are kept of a frame that is not whole yet.
    package var keptBytes: Int { partial.count }

    /// Takes the next whole frame off the front of the input, or keeps what is left of it and answers nil.
    ///
    /// - Parameters:
    ///   - input: The bytes that were read; what was used is cut off its front.
    ///   - body: Is given the payload, which is valid only for the call.
    /// - Throws: `malformed` for an empty frame, `frameTooLarge`. The stream is then of no use any more.
    package mutating func nextFrame<R>(
        in input: inout UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) -> R
    ) throws(CartError) -> R? {
        guard partial.isEmpty else {
            return try continueFrame(in: &input, body)
        }
        guard input.count >= Self.headerSize else {
            keep(input.count, of: &input)
            return nil
        }
        let length = try checked(length: Self.length(input))
        guard input.count - Self.headerSize >= length else {
            keep(input.count, of: &input)
            return nil
        }
        let end = Self.headerSize + length
        let result = body(UnsafeRawBufferPointer(rebasing: input[Self.headerSize..<end]))
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(end))
        return result
    }

    private mutating func continueFrame<R>(
        in input: inout UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) -> R
    ) throws(CartError) -> R? {
        if partial.count < Self.headerSize {
            keep(min(Self.headerSize - partial.count, input.count), of: &input)
        }
        guard partial.count >= Self.headerSize else {
            return nil
        }
        let length = try checked(length: partial.withUnsafeBytes(Self.length))
        keep(min(Self.headerSize + length - partial.count, input.count), of: &input)
        guard partial.count == Self.headerSize + length else {
            return nil
        }
        let result = partial.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropFirst(Self.headerSize))) }
        // A long frame is rare; its memory is given back at once, so that an idle connection costs nothing.
        partial.removeAll(keepingCapacity: partial.capacity <= 4096)
        return result
    }

    private mutating func keep(_ count: Int, of input: inout UnsafeRawBufferPointer) {
        partial.append(contentsOf: input.prefix(count))
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
    }

    /// Reads the length at the front of at least ``headerSize`` bytes.
    private static func length(_ bytes: UnsafeRawBufferPointer) -> Int {
        Int(UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self)))
    }

    private func checked(length: Int) throws(CartError) -> Int {
        guard length > 0 else {
            throw CartError(.malformed, "an empty frame is not a message")
        }
        guard length <= limit else {
            throw .frameTooLarge(length, limit: limit)
        }
        return length
    }
}

extension CartError {
    /// The refusal of a frame over the limit.
    package static func frameTooLarge(_ length: Int, limit: Int) -> CartError {
        CartError(
            .frameTooLarge,
            "a frame of \(length) bytes is over the limit of \(limit)",
            details: ["length": .integer(Int64(length)), "limit": .integer(Int64(limit))]
        )
    }
}
