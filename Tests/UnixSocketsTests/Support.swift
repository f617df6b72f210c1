import Glibc
import Testing
import UnixSockets
import TestSupport

extension TemporaryFolder {
    func address(_ name: String = "s") throws -> UnixAddress {
        try UnixAddress(path: "\(path)/\(name)")
    }

    func inode(_ name: String = "s") -> ino_t? {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 ? status.st_ino : nil
    }
}

/// A pipe, made of two sockets, whose reading end tells when the writing end is closed: however often a descriptor number is used again by
/// tests that run at the same time, the reading end of this pipe is at its end only when every copy of the
/// writing end is closed.
final class Pipe {
    private let reading: OwnedDescriptor
    private var writing: OwnedDescriptor?

    init() throws {
        var ends: [Int32] = [-1, -1]
        // Close-on-exec from the start, unlike pipe(2): a child that another test starts would keep it open.
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, flags, 0, &ends) == 0)
        reading = OwnedDescriptor(taking: ends[0])
        writing = OwnedDescriptor(taking: ends[1])
    }

    /// The number of the writing end, for a call.
    var number: Int32 {
        switch writing {
        case .some(let writing): writing.rawValue
        case .none: -1
        }
    }

    /// Gives the writing end away.
    func takeWriting() throws -> OwnedDescriptor { try unwrap(writing.take()) }

    func closeWriting() { writing = nil }

    /// What reading gives: bytes, or nil when a writing end is still open and nothing was written.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(reading.rawValue, &buffer, buffer.count)
        return count < 0 ? nil : Array(buffer.prefix(count))
    }

    /// Whether a writing end is open and nothing was written.
    var isOpen: Bool { read() == nil }

    /// Whether the last writing end closes.
    ///
    /// A child that another test is just starting has copies of all
    /// descriptors up to its exec, close-on-exec or not, so this waits, but not for ever.
    var closes: Bool {
        guard let ready = try? wait(until: .after(.seconds(10))), !ready.isEmpty else { return false }
        return read() == []
    }

    func wait(until deadline: Deadline) throws -> Readiness {
        try reading.wait(for: .readable, until: deadline)
    }
}

/// Whether exactly the expected ones of some pipes have an open writing end.
func areOpen(_ pipes: [Pipe], _ expected: [Bool]) -> Bool {
    zip(pipes, expected).allSatisfy { pipe, open in open ? pipe.isOpen : pipe.closes }
}

/// The value, which must be there; `#require` takes only what can be copied.
func unwrap<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
    switch consume value {
    case .some(let value): return value
    case .none: throw Missing()
    }
}

/// A value that should have been there.
struct Missing: Error {}

/// Whether a connection was waiting.
func acceptsOne(_ listener: borrowing ListeningSocket) throws -> Bool {
    switch try listener.accept() {
    case .some: true
    case .none: false
    }
}

/// Sends all bytes of a text.
func sendText(_ text: String, on socket: borrowing StreamSocket, descriptors: [Int32] = []) throws -> SendResult {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { try socket.send($0, descriptors: descriptors) }
}

/// Receives once, as text.
func receiveText(from socket: borrowing StreamSocket) throws -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let result = try buffer.withUnsafeMutableBytes { try socket.receive(into: $0) }
    guard case .bytes(let count) = result else { return nil }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
}
