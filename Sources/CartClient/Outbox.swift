import CartModel
import CartProtocol
import Glibc
import UnixSockets

/// What is to be sent on a connection: bytes in order, and open files that go with some of them.
struct Outbox: Sendable {
    /// More room than this is given back once it is empty.
    private static let keptCapacity = 64 << 10

    /// Where it stands after bytes were sent.
    enum Progress {
        /// All were.
        case done
        /// The socket takes no more for now.
        case full
        /// The peer is gone; what it said before can still be read.
        case gone
        /// A file cannot be passed: its request was left out, the rest is to be sent.
        case refusedFile(id: UInt64, SystemError)
        /// The connection fails.
        case failed(SystemError)
    }

    /// A request that an open file goes with.
    private struct Passing {
        var range: Range<Int>
        let id: UInt64
        let file: PassedFile
    }

    private var bytes: [UInt8] = []
    private var sent = 0
    /// Where the message begins of which ``sent`` is a part, or at which it stands.
    private var boundary = 0
    private var passings: [Passing] = []

    /// Whether all was sent.
    var isEmpty: Bool { bytes.isEmpty }

    /// Appends what a closure writes.
    ///
    /// - Parameters:
    ///   - file: Goes with it.
    ///   - id: The request's.
    mutating func append(
        file: PassedFile?,
        id: UInt64,
        _ write: (inout [UInt8]) throws(CartError) -> Void
    ) throws(CartError) {
        let start = bytes.count
        try write(&bytes)
        if let file, bytes.count > start {
            passings.append(Passing(range: start..<bytes.count, id: id, file: file))
        }
    }

    /// Forgets what was not sent.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        passings.removeAll()
        sent = 0
        boundary = 0
    }

    /// Takes a request back of which no byte was sent.
    ///
    /// - Returns: Whether it was there.
    mutating func withdraw(_ id: UInt64) -> Bool {
        let range = bytes.withUnsafeBytes { bytes -> Range<Int>? in
            var start = boundary
            while let end = Self.end(ofMessageAt: start, in: bytes) {
                let payload = UnsafeRawBufferPointer(rebasing: bytes[start + FrameReader.headerSize..<end])
                if start >= sent, (try? FrameHead.id(of: payload)) == id { return start..<end }
                start = end
            }
            return nil
        }
        guard let range else { return false }
        passings.removeAll { $0.id == id }
        remove(range)
        if sent == bytes.count { removeAll() }
        return true
    }

    /// Where the next message begins; nil where there is no whole one.
    private static func end(ofMessageAt start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        let body = start + FrameReader.headerSize
        guard body <= bytes.count else { return nil }
        let end = body + bytes[start..<body].reduce(0) { $0 << 8 | Int($1) }
        return end <= bytes.count ? end : nil
    }

    /// Sends what the socket takes.
    mutating func send(on socket: borrowing StreamSocket) -> Progress {
        while sent < bytes.count {
            do throws(SystemError) {
                switch try sendOnce(on: socket) {
                case .bytes(let count): advance(by: count)
                case .wouldBlock: return .full
                }
            } catch {
                if error.code == EPIPE || error.code == ECONNRESET { return .gone }
                guard let passing = passings.first, passing.range.lowerBound == sent else { return .failed(error) }
                leaveOut(passing)
                return .refusedFile(id: passing.id, error)
            }
        }
        removeAll()
        return .done
    }

    /// Sends bytes up to the next file, or the file with the bytes of its request.
    private func sendOnce(on socket: borrowing StreamSocket) throws(SystemError) -> SendResult {
        let next = passings.first
        let passesFile = next?.range.lowerBound == sent
        let end = passesFile ? next?.range.upperBound : next?.range.lowerBound
        let files = passesFile ? next.map { [$0.file.descriptor.rawValue] } ?? [] : []
        let range = sent..<(end ?? bytes.count)
        return try bytes.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in
                try socket.send(UnsafeRawBufferPointer(rebasing: bytes[range]), descriptors: files)
            }
        }.get()
    }

    private mutating func advance(by count: Int) {
        if count > 0, let passing = passings.first, passing.range.lowerBound == sent { passings.removeFirst() }
        sent += count
        // All is forgotten at once where all was sent.
        guard sent < bytes.count else { return }
        bytes.withUnsafeBytes { bytes in
            while let end = Self.end(ofMessageAt: boundary, in: bytes), end <= sent { boundary = end }
        }
        // Where something always waits, what was sent does not stay for ever.
        guard boundary > Self.keptCapacity, boundary > bytes.count / 2 else { return }
        remove(0..<boundary)
        sent -= boundary
        boundary = 0
    }

    private mutating func leaveOut(_ passing: Passing) {
        passings.removeFirst()
        remove(passing.range)
    }

    private mutating func remove(_ range: Range<Int>) {
        bytes.removeSubrange(range)
        for index in passings.indices where passings[index].range.lowerBound >= range.upperBound {
            let later = passings[index].range
            passings[index].range = later.lowerBound - range.count..<later.upperBound - range.count
        }
    }
}
