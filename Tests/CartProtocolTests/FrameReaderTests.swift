import CartModel
import CartProtocol
import Testing

@Suite("Frames")
struct FrameReaderTests {
    func frame(_ payload: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(payload.count / 256), UInt8(payload.count % 256)] + payload
    }

    /// All payloads that a reader cuts out of pieces of a stream.
    func payloads(_ reader: inout FrameReader, _ pieces: [[UInt8]]) throws -> [[UInt8]] {
        var result: [[UInt8]] = []
        for piece in pieces {
            try piece.withUnsafeBytes { bytes in
                var input = bytes
                while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                    result.append(payload)
                }
                #expect(input.isEmpty)
            }
        }
        return result
    }

    @Test("Frames come out whole, wherever the stream is cut")
    func cuts() throws {
        let wanted: [[UInt8]] = [[1], Array(repeating: 2, count: 300), [3, 4]]
        let stream = wanted.flatMap(frame)
        for first in 0...stream.count {
            for second in stride(from: first, through: stream.count, by: 7) {
                var reader = FrameReader()
                let pieces = [Array(stream[..<first]), Array(stream[first..<second]), Array(stream[second...])]
                #expect(try payloads(&reader, pieces) == wanted)
                #expect(!reader.isInsideFrame)
            }
        }
    }

    @Test("Byte by byte")
    func bytes() throws {
        var reader = FrameReader()
        #expect(try payloads(&reader, frame([9, 8, 7]).map { [$0] }) == [[9, 8, 7]])
    }

    @Test("A length that is not allowed is refused with its four bytes, however they arrive")
    func lengths() throws {
        let refused: [([UInt8], CartError.Code)] = [
            ([0, 0, 0, 0], .malformed), ([0, 0x10, 0, 1], .frameTooLarge), ([0xFF, 0xFF, 0xFF, 0xFF], .frameTooLarge),
        ]
        for (header, code) in refused {
            for pieces in [[header], header.map { [$0] }] {
                var reader = FrameReader()
                do {
                    _ = try payloads(&reader, pieces)
                    Issue.record("\(header) was accepted")
                } catch {
                    #expect((error as? CartError)?.code == code)
                }
            }
        }
    }

    @Test("The longest frame is accepted")
    func longest() throws {
        var reader = FrameReader(limit: 300)
        #expect(try payloads(&reader, [frame(Array(repeating: 1, count: 300))]).count == 1)
        #expect(throws: CartError.self) { try payloads(&reader, [frame(Array(repeating: 1, count: 301))]) }
    }

    @Test("A writer over its limit leaves the buffer as it was")
    func writer() throws {
        var buffer: [UInt8] = [42]
        let writer = FrameWriter(limit: 10)
        do {
            try writer.append("a text that is longer than ten bytes", to: &buffer)
            Issue.record("the frame was accepted")
        } catch {
            #expect(error.code == .frameTooLarge)
        }
        #expect(buffer == [42])
        try writer.append("short", to: &buffer)
        #expect(buffer == [42, 0, 0, 0, 6, 0x65] + Array("short".utf8))
    }
}
