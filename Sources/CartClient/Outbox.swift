import CartModel
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
    }

    private mutating func leaveOut(_ passing: Passing) {
        passings.removeFirst()
        bytes.removeSubrange(passing.range)
        for index in passings.indices {
            let range = passings[index].range
            passings[index].range = range.lowerBound - passing.range.count..<range.upperBound - passing.range.count
        }
    }
}
