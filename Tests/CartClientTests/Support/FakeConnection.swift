import CBOR
import CartClient
import Glibc
import Synchronization
import Testing
import UnixSockets

/// The daemon's end of a connection.
final class FakeConnection {
    struct Ended: Error {}

    private let socket: StreamSocket
    private var reader = FrameReader()
    private var rest: [UInt8] = []
    private var inbox = DescriptorInbox(capacity: 16)

    init(_ socket: consuming StreamSocket) { self.socket = socket }

    /// The number of the socket, which is this connection's.
    var descriptor: Int32 { socket.descriptor.rawValue }

    /// Reads the next request as a daemon would.
    func request() throws -> RequestEnvelope {
        while true {
            if let payload = try nextPayload() {
                return try CBORDecoder().decode(RequestEnvelope.self, from: payload)
            }
            rest = try receive()
        }
    }

    /// Reads the next request where it is there.
    func requestIfAny() throws -> RequestEnvelope? {
        while true {
            if let payload = try nextPayload() {
                return try CBORDecoder().decode(RequestEnvelope.self, from: payload)
            }
            var entry = pollfd(fd: socket.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 0) == 1 else { return nil }
            rest = try receive()
        }
    }

    private func nextPayload() throws -> [UInt8]? {
        let input = rest
        return try input.withUnsafeBytes { bytes in
            var bytes = bytes
            let payload = try reader.nextFrame(in: &bytes) { Array($0) }
            rest = Array(bytes)
            return payload
        }
    }

    /// The open file that came along with what was read so far.
    func passedDescriptor() -> OwnedDescriptor? { inbox.takeFirst() }

    /// Reads what is there, waiting for the first byte.
    func receive() throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let result = try buffer.withUnsafeMutableBytes { bytes in
                try socket.receive(into: bytes, descriptors: &inbox)
            }
            switch result {
            case .bytes(let count): return Array(buffer.prefix(count))
            case .endOfFile: throw Ended()
            case .wouldBlock: _ = try socket.wait(for: .readable)
            }
        }
    }

    /// Waits until the client ends the connection.
    func waitForEnd() {
        while (try? receive()) != nil {}
    }

    /// The same, but leaves unread what the client sent.
    func waitForHangup() {
        var entry = pollfd(fd: socket.descriptor.rawValue, events: 0, revents: 0)
        poll(&entry, 1, -1)
    }

    /// Answers hello.
    @discardableResult
    func greet(_ answer: Hello.Answer = .fake) throws -> Hello {
        let envelope = try request()
        guard case .hello(let hello) = try envelope.request.get() else { throw Ended() }
        try answerTo(envelope, answer)
        return hello
    }

    func answerTo(_ envelope: RequestEnvelope, _ answer: some Codable & Sendable) throws {
        try send(Frames.reply(envelope.id, answer))
    }

    func tell(_ id: UInt64, _ event: some StreamEvent) throws {
        try send(Frames.event(id, event))
    }

    func refuse(_ id: UInt64?, _ error: CartError) throws {
        try send(Frames.refusal(id, error))
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let result = try bytes.withUnsafeBytes { try socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            switch result {
            case .bytes(let count): sent += count
            case .wouldBlock: _ = try socket.wait(for: .writable)
            }
        }
    }
}

/// Messages of the daemon as they travel.
enum Frames {
    static func reply(_ id: UInt64, _ answer: some Codable & Sendable) throws -> [UInt8] {
        var frame: [UInt8] = []
        try FrameWriter(limit: 1 << 30).append(Reply(id: id, result: answer), to: &frame)
        return frame
    }

    static func refusal(_ id: UInt64?, _ error: CartError) throws -> [UInt8] {
        var frame: [UInt8] = []
        try FrameWriter().append(Refusal(id: id, error: error), to: &frame)
        return frame
    }

    /// An event of a stream.
    static func event(_ id: UInt64, _ event: some StreamEvent) throws -> [UInt8] {
        var frame: [UInt8] = []
        try FrameWriter().append(StreamFrame(id: id, event: event), to: &frame)
        return frame
    }

    /// A frame with any payload.
    static func frame(_ payload: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(payload.count).bigEndian) { Array($0) } + payload
    }
}

extension Hello.Answer {
    static let fake = fake(pid: 4711)

    static func fake(pid: Int32, version: Int = 1, store: String = "store-1", frameLimit: Int = 1 << 20) -> Self {
        Self(protocolVersion: version, software: "fake 1.0", pid: pid, uid: 0, store: store, frameLimit: frameLimit)
    }
}

extension CartAnswer {
    /// An empty cart at a version.
    static func fake(version: Int64) throws -> Self {
        CartAnswer(try Cart(name: "default", catalog: "shop", capacity: 6, version: version, lines: []), catalog: nil)
    }
}
