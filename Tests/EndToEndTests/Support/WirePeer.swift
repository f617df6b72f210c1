import CBOR
import CartProtocol
import Glibc
import UnixSockets

/// A peer that speaks the protocol byte by byte, and so can break it as well.
///
/// Every wait ends, after a minute unless told otherwise: a daemon that does not answer fails the test instead of stopping it.
final class WirePeer {
    private let socket: StreamSocket
    /// How long every wait may take.
    var patience = Duration.seconds(60)
    private var reader = FrameReader(limit: 1 << 24)
    private var received: [Message] = []
    private var hasEnded = false

    /// What the daemon said.
    struct Message: Hashable {
        var id: UInt64?
        var result: CBORValue?
        /// The event of a stream.
        var event: CBORValue?
        /// The error's code.
        var code: String?
        /// The error's sentence.
        var text: String?
        /// The error's facts.
        var details: CBORValue?
        /// The error's `details.field`.
        var field: String?
        /// All of it, as it came.
        var payload: [UInt8]
    }

    init(_ socket: consuming StreamSocket) {
        self.socket = socket
    }

    convenience init(path: String) throws {
        self.init(try StreamSocket.connect(to: try UnixAddress(path: path), until: .after(.seconds(60))))
    }

    // MARK: Out

    /// The frame of a request.
    static func frame(_ method: some Method, id: UInt64, key: String? = nil) throws -> [UInt8] {
        try frame(OutgoingRequest(id: id, params: method, idempotencyKey: key))
    }

    /// The frame of anything.
    static func frame(_ message: some Encodable) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try FrameWriter(limit: 1 << 24).append(message, to: &bytes)
        return bytes
    }

    /// The bytes with the length of a frame in front.
    static func framed(_ payload: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: payload.count).bigEndian) { Array($0) } + payload
    }

    /// Sends all bytes.
    func send(_ bytes: [UInt8], descriptors: [Int32] = []) throws {
        var sent = 0
        while sent < bytes.count {
            let count = try sendOnce(bytes[sent...], descriptors: sent == 0 ? descriptors : [])
            sent += count
            if count == 0 { _ = try wait(for: .writable) }
        }
    }

    func send(_ method: some Method, id: UInt64, key: String? = nil, descriptors: [Int32] = []) throws {
        try send(try Self.frame(method, id: id, key: key), descriptors: descriptors)
    }

    /// Sends what fits now, 0 where nothing does.
    func sendOnce(_ bytes: ArraySlice<UInt8>, descriptors: [Int32] = []) throws -> Int {
        let result = try bytes.withUnsafeBytes { bytes in
            try descriptors.isEmpty ? socket.send(bytes) : socket.send(bytes, descriptors: descriptors)
        }
        switch result {
        case .bytes(let count): return count
        case .wouldBlock: return 0
        }
    }

    /// Sends all bytes and reads meanwhile, as long as the connection lasts.
    func exchange(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count, !hasEnded {
            let ready = try wait(for: [.readable, .writable])
            if ready.contains(.readable) { try receive() }
            if ready.contains(.writable) {
                do throws(SystemError) {
                    let rest = bytes[sent...]
                    if case .bytes(let count) = try Self.send(rest, on: socket) { sent += count }
                } catch {
                    guard error.code == EPIPE || error.code == ECONNRESET else { throw error }
                    return
                }
            }
        }
    }

    private static func send(
        _ bytes: ArraySlice<UInt8>,
        on socket: borrowing StreamSocket
    ) throws(SystemError) -> SendResult {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try socket.send(bytes) } }
        return try result.get()
    }

    /// Says that nothing more will be sent.
    func finishSending() throws {
        try socket.shutdownSending()
    }

    // MARK: In

    /// The next message; nil where the daemon has ended the connection.
    func next() throws -> Message? {
        while received.isEmpty, !hasEnded {
            _ = try wait(for: .readable)
            try receive()
        }
        return received.isEmpty ? nil : received.removeFirst()
    }

    /// All messages up to the end of the connection.
    func rest() throws -> [Message] {
        var messages: [Message] = []
        while let message = try next() { messages.append(message) }
        return messages
    }

    /// Calls and waits for the answer.
    @discardableResult
    func call(_ method: some Method, id: UInt64 = 1, key: String? = nil, descriptors: [Int32] = []) throws -> Message {
        try send(method, id: id, key: key, descriptors: descriptors)
        guard let message = try next() else {
            throw Failure("the daemon ended the connection instead of an answer")
        }
        return message
    }

    /// Says hello.
    func greet() throws {
        let answer = try call(Hello(software: "test"), id: 0)
        guard answer.result != nil else {
            throw Failure("hello was refused: \(answer)")
        }
    }

    /// Whether the daemon has said something, or ended the connection.
    var hasInput: Bool {
        get throws { try !socket.wait(for: .readable, until: .after(.zero)).isEmpty }
    }

    private func wait(for events: Readiness) throws -> Readiness {
        let ready = try socket.wait(for: events, until: .after(patience))
        guard !ready.isEmpty else {
            throw Failure("the daemon did nothing for \(patience)")
        }
        return ready
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let result: ReceiveResult
        do {
            result = try buffer.withUnsafeMutableBytes { try socket.receive(into: $0) }
        } catch let error as SystemError where error.code == ECONNRESET {
            result = .endOfFile
        }
        switch result {
        case .wouldBlock: break
        case .endOfFile: hasEnded = true
        case .bytes(let count):
            try buffer[..<count].withUnsafeBytes { bytes in
                var input = bytes
                while let payload = try reader.nextFrame(in: &input, { Array($0) }) {
                    received.append(try Message(payload))
                }
            }
        }
    }
}

extension WirePeer.Message {
    init(_ payload: [UInt8]) throws {
        self.payload = payload
        let value = try CBORDecoder().decode(CBORValue.self, from: payload)
        if case .unsigned(let id) = value["id"] { self.id = id }
        result = value["result"]
        event = value["event"]
        details = value["error"]?["details"]
        if case .text(let code) = value["error"]?["code"] { self.code = code }
        if case .text(let text) = value["error"]?["message"] { self.text = text }
        if case .text(let field) = value["error"]?["details"]?["field"] { self.field = field }
    }
}

extension TestDaemon {
    /// Connects a bare peer that has said hello.
    func peer() throws -> WirePeer {
        let peer = try WirePeer(path: socketPath)
        try peer.greet()
        return peer
    }

    /// Asks again and again until something about the daemon is so; each question is a round through its loop.
    func eventually(_ what: String, _ condition: () throws -> Bool) throws {
        let deadline = Deadline.after(.seconds(60))
        while try !condition() {
            guard !deadline.hasPassed else {
                throw Failure("it did not come about that \(what)")
            }
            let peer = try peer()
            try peer.call(ShowStatus())
        }
    }
}
