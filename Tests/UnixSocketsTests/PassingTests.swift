import Glibc
import Testing
import UnixSockets
import TestSupport

@Suite("Passing descriptors")
struct PassingTests {
    @Test func passedDescriptorIsTheSameFileAndCloseOnExec() throws {
        let pair = try SocketPair()
        let pipe = try Pipe()
        #expect(try sendText("take", on: pair.first, descriptors: [pipe.number]) == .bytes(4))
        pipe.closeWriting()
        #expect(pipe.isOpen, "it is on its way, so it is open")
        var inbox = DescriptorInbox(capacity: 4)
        #expect(try receive(&inbox, from: pair.second) == .bytes(4))
        #expect(inbox.count == 1)
        #expect(inbox.overflowed == false)
        let passed = try unwrap(inbox.takeFirst())
        #expect(fcntl(passed.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(write(passed.rawValue, "hi", 2) == 2)
        _ = consume passed
        #expect(pipe.read() == Array("hi".utf8))
        #expect(pipe.closes)
        #expect(inbox.isEmpty == true)
    }

    @Test func orderIsKept() throws {
        let pair = try SocketPair()
        let pipes = try (0..<5).map { _ in try Pipe() }
        #expect(try sendText("x", on: pair.first, descriptors: pipes.map(\.number)) == .bytes(1))
        pipes.forEach { $0.closeWriting() }
        var inbox = DescriptorInbox(capacity: 5)
        #expect(try receive(&inbox, from: pair.second) == .bytes(1))
        for (index, pipe) in pipes.enumerated() {
            let passed = try unwrap(inbox.takeFirst())
            #expect(write(passed.rawValue, "\(index)", 1) == 1)
            _ = consume passed
            #expect(pipe.read() == Array("\(index)".utf8))
            #expect(pipe.closes)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7])
    func moreThanExpectedAreClosedAndNoted(_ capacity: Int) throws {
        let pair = try SocketPair()
        let pipes = try (0..<7).map { _ in try Pipe() }
        #expect(try sendText("x", on: pair.first, descriptors: pipes.map(\.number)) == .bytes(1))
        pipes.forEach { $0.closeWriting() }
        var inbox = DescriptorInbox(capacity: capacity)
        #expect(try receive(&inbox, from: pair.second) == .bytes(1))
        #expect(inbox.count == capacity)
        #expect(inbox.overflowed == (capacity < 7))
        for (index, pipe) in pipes.enumerated() { #expect(index < capacity ? pipe.isOpen : pipe.closes) }
        inbox.removeAll()
        for pipe in pipes { #expect(pipe.closes) }
        #expect(inbox.overflowed == false)
    }

    @Test func inboxThatIsFullFromBeforeTakesNoMore() throws {
        let pair = try SocketPair()
        let pipes = try (0..<3).map { _ in try Pipe() }
        var inbox = DescriptorInbox(capacity: 2)
        for pipe in pipes {
            #expect(try sendText("x", on: pair.first, descriptors: [pipe.number]) == .bytes(1))
            pipe.closeWriting()
            #expect(try receive(&inbox, from: pair.second) == .bytes(1))
        }
        #expect(inbox.count == 2)
        #expect(inbox.overflowed == true)
        #expect(areOpen(pipes, [true, true, false]))
        _ = consume inbox
        #expect(areOpen(pipes, [false, false, false]))
    }

    @Test func plainReceiveAndUnreadMessagesLeakNothing() throws {
        let pipes = try (0..<2).map { _ in try Pipe() }
        let ends = try SocketPair()
        for pipe in pipes {
            #expect(try sendText("x", on: ends.first, descriptors: [pipe.number]) == .bytes(1))
            pipe.closeWriting()
        }
        #expect(try receiveOnce(ends.second) == .bytes(1))
        #expect(areOpen(pipes, [false, true]))
        _ = consume ends
        // What was never read goes with the closed socket.
        #expect(pipes[1].closes)
    }

    @Test func mostThatOneMessageCarries() throws {
        let pair = try SocketPair()
        let pipe = try Pipe()
        let all = [Int32](repeating: pipe.number, count: 253)
        let refused = #expect(throws: SystemError.self) {
            _ = try sendText("x", on: pair.first, descriptors: all + [pipe.number])
        }
        #expect(refused?.code == EINVAL)
        #expect(refused?.description.contains("at most 253") == true)
        #expect(try sendText("x", on: pair.first, descriptors: all) == .bytes(1))
        pipe.closeWriting()
        var inbox = DescriptorInbox(capacity: .max)
        #expect(inbox.capacity == 253)
        #expect(try receive(&inbox, from: pair.second) == .bytes(1))
        #expect(inbox.count == 253)
        #expect(inbox.overflowed == false)
        inbox.removeAll()
        #expect(pipe.closes)
    }

    @Test func descriptorsCannotTravelAloneOrClosed() throws {
        let pair = try SocketPair()
        let alone = #expect(throws: SystemError.self) { _ = try sendText("", on: pair.first, descriptors: [0]) }
        #expect(alone?.code == EINVAL)
        let closed = #expect(throws: SystemError.self) { _ = try sendText("x", on: pair.first, descriptors: [.max]) }
        #expect(closed?.code == EBADF)
        #expect(try receiveOnce(pair.second) == .wouldBlock)
    }

    @Test func messageIsWrittenAsTheManualSays() {
        // cmsg(3): CMSG_LEN(8) = 24 and CMSG_SPACE(12) = 32 where size_t has 8 bytes.
        #expect(ControlMessages.headerLength == 16)
        #expect(ControlMessages.space(forDataLength: 0) == 16)
        #expect(ControlMessages.space(forDataLength: 8) == 24)
        #expect(ControlMessages.space(forDataLength: 12) == 32)
        var buffer = [UInt8](repeating: 0xFF, count: 40)
        let length = buffer.withUnsafeMutableBytes { bytes in
            [Int32(3), 4, 5].withUnsafeBufferPointer { ControlMessages.write(descriptors: $0, into: bytes) }
        }
        #expect(length == 32)
        let header: [UInt8] = [28, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        let data: [UInt8] = [3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
        #expect(Array(buffer[..<32]) == header + data)
        #expect(Array(buffer[32...]) == [UInt8](repeating: 0xFF, count: 8))
        let short = buffer.withUnsafeMutableBytes { bytes in
            [Int32(3), 4, 5].withUnsafeBufferPointer {
                ControlMessages.write(descriptors: $0, into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<31]))
            }
        }
        #expect(short == nil)
    }

    @Test func anyControlBufferIsReadWithinItsBounds() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...80, using: &random)
            var bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            // Make most of them nearly right: a small length, the right level and type.
            for start in stride(from: 0, to: count - 15, by: 24) where Bool.random(using: &random) {
                let length = UInt64.random(in: 0...48, using: &random)
                for index in 0..<8 { bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt64(index))) }
                for index in 8..<16 { bytes[start + index] = index % 4 == 0 ? 1 : 0 }
            }
            var found = 0
            bytes.withUnsafeBytes { ControlMessages.forEachDescriptor(in: $0) { _ in found += 1 } }
            #expect(found * 4 <= max(0, count - 16), "seed \(seed)")
        }
    }
}
