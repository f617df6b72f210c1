import CBOR
package import CartModel

/// Writes messages as frames onto the end of a buffer.
package struct FrameWriter: Sendable {
    private let limit: Int
    private let encoder = CBOREncoder()

    /// Creates a writer.
    ///
    /// - Parameter limit: The longest payload in bytes.
    package init(limit: Int = FrameReader.defaultLimit) {
        self.limit = limit
    }

    /// Appends one frame; where it throws, the buffer is as it was.
    ///
    /// - Throws: `frameTooLarge`; `malformed` for a value that CBOR cannot carry.
    package func append(_ message: some Encodable, to buffer: inout [UInt8]) throws(CartError) {
        let start = buffer.count
        buffer.append(contentsOf: [0, 0, 0, 0])
        do {
            try encoder.encode(message, into: &buffer)
        } catch {
            buffer.removeSubrange(start...)
            throw CartError(.malformed, "the message cannot be encoded: \(error)")
        }
        let length = buffer.count - start - FrameReader.headerSize
        guard length <= limit else {
            buffer.removeSubrange(start...)
            throw .frameTooLarge(length, limit: limit)
        }
        buffer[start] = UInt8(truncatingIfNeeded: length >> 24)
        buffer[start + 1] = UInt8(truncatingIfNeeded: length >> 16)
        buffer[start + 2] = UInt8(truncatingIfNeeded: length >> 8)
        buffer[start + 3] = UInt8(truncatingIfNeeded: length)
    }
}
