import Glibc
import Testing
import UnixSockets

@Suite("Sending and receiving")
struct TransferTests {
    @Test func nothingBytesAndTheEnd() throws {
        let pair = try SocketPair()
        #expect(try receiveOnce(pair.second) == .wouldBlock)
        #expect(try sendText("abc", on: pair.first) == .bytes(3))
        #expect(try receiveOnce(pair.second) == .bytes(3))
        #expect(try sendText("last", on: pair.first) == .bytes(4))
        try pair.first.shutdownSending()
        #expect(try receiveOnce(pair.second) == .bytes(4))
        #expect(try receiveOnce(pair.second) == .endOfFile)
    }

    @Test func emptyBuffersAreNoEndOfFile() throws {
        let pair = try SocketPair()
        let empty = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        var inbox = DescriptorInbox(capacity: 1)
        #expect(throws: SystemError.self) { _ = try pair.first.receive(into: empty) }
        #expect(throws: SystemError.self) { _ = try pair.first.receive(into: empty, descriptors: &inbox) }
        #expect(try pair.first.send(UnsafeRawBufferPointer(empty)) == .bytes(0))
    }

    @Test func fullSocketTakesAPartThenNothing() throws {
        let pair = try SocketPair()
        let sent = [UInt8](unsafeUninitializedCapacity: 4 << 20) { buffer, count in
            for index in buffer.indices {
                buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: index &* 31))
            }
            count = buffer.count
        }
        var position = 0
        var partial = false
        sending: while position < sent.count {
            let rest = sent.count - position
            switch try sent[position...].withUnsafeBytes({ try pair.first.send($0) }) {
            case .bytes(let count):
                partial = partial || count < rest
                position += count
            case .wouldBlock:
                break sending
            }
        }
        #expect(partial)
        #expect(position > 0 && position < sent.count)
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case .bytes(let count) = try buffer.withUnsafeMutableBytes({ try pair.second.receive(into: $0) }) {
            received.append(contentsOf: buffer[..<count])
        }
        #expect(received == Array(sent[..<position]))
        #expect(try pair.first.wait(for: .writable, until: .after(.seconds(10))) == .writable)
    }

    @Test func peerThatIsGoneIsAnErrorAndNoSignal() throws {
        // The default action of SIGPIPE would end the whole test run here.
        let ends = try SocketPair()
        ends.split { first, second in
            _ = consume second
            for descriptors in [[], [first.descriptor.rawValue]] {
                let error = #expect(throws: SystemError.self) {
                    _ = try sendText("x", on: first, descriptors: descriptors)
                }
                #expect(error?.code == EPIPE)
            }
        }
    }
}

/// Receives once and says only what kind of result it was.
func receiveOnce(_ socket: borrowing StreamSocket) throws -> ReceiveResult {
    var buffer = [UInt8](repeating: 0, count: 4096)
    return try buffer.withUnsafeMutableBytes { try socket.receive(into: $0) }
}

/// Receives once into an inbox.
func receive(_ inbox: inout DescriptorInbox, from socket: borrowing StreamSocket) throws -> ReceiveResult {
    var buffer = [UInt8](repeating: 0, count: 4096)
    return try buffer.withUnsafeMutableBytes { try socket.receive(into: $0, descriptors: &inbox) }
}
