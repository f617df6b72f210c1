import CartServer
import Testing

@Suite("Output held for a commit")
struct OutputBufferTests {
    @Test("Only sealed bytes are sent, in order, however few at a time", arguments: [1, 3, 1000])
    func sends(portion: Int) {
        var output = OutputBuffer()
        output.append { $0 += [1, 2, 3, 4] }
        #expect(output.sendable == 0)
        output.seal()
        output.append { $0 += [5, 6] }
        var sent: [UInt8] = []
        while output.sendable > 0 {
            output.send { bytes in
                sent += bytes.prefix(portion)
                return min(portion, bytes.count)
            }
        }
        #expect(sent == [1, 2, 3, 4])
        #expect(output.count == 2)
        output.dropUnsealed()
        #expect(output.count == 0)
    }

    @Test("What was dropped is never sent, what comes after is")
    func drops() {
        var output = OutputBuffer()
        output.append { $0 += [1] }
        output.seal()
        output.append { $0 += [2] }
        output.dropUnsealed()
        output.append { $0 += [3] }
        output.seal()
        var sent: [UInt8] = []
        output.send { bytes in
            sent += bytes
            return bytes.count
        }
        #expect(sent == [1, 3])
    }

    @Test("A long stream is cut off the front as it goes")
    func long() {
        var output = OutputBuffer()
        var sent: [UInt8] = []
        var wanted: [UInt8] = []
        for round in 0..<200 {
            let bytes = [UInt8](repeating: UInt8(round), count: 1000)
            wanted += bytes
            output.append { $0 += bytes }
            output.seal()
            output.send { bytes in
                sent += bytes.prefix(990)
                return min(990, bytes.count)
            }
        }
        while output.sendable > 0 {
            output.send { bytes in
                sent += bytes
                return bytes.count
            }
        }
        #expect(sent == wanted)
        #expect(output.count == 0)
    }
}
