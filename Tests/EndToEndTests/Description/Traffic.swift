import CBOR
import CartProtocol
import Glibc
import UnixSockets

/// Calls a daemon and keeps every frame that goes either way, with the rule of the description that it is to follow.
final class Traffic {
    /// One frame.
    struct Frame {
        var rule: String
        var kind: String
        var payload: [UInt8]

        /// The part of the message that the rule is about.
        var part: CBORValue {
            get throws {
                let message = try CBORDecoder().decode(CBORValue.self, from: payload)
                return kind == "request" ? message : message[kind] ?? .undefined
            }
        }
    }

    private(set) var frames: [Frame] = []
    private let daemon: TestDaemon
    private var peer: WirePeer
    private var id: UInt64 = 0

    init(_ daemon: TestDaemon) throws {
        self.daemon = daemon
        peer = try WirePeer(path: daemon.socketPath)
    }

    /// Goes on with another connection that has not said hello.
    func reconnect() throws {
        peer = try WirePeer(path: daemon.socketPath)
    }

    /// Calls a method and keeps the request and what answers it; of a stream, its first event.
    @discardableResult
    func call(
        _ method: String,
        _ params: CBORValue? = nil,
        key: String? = nil,
        timeout: UInt64? = nil,
        file: String? = nil
    ) throws -> WirePeer.Message {
        id += 1
        var request: [CBORValue: CBORValue] = ["id": .unsigned(id), "method": .text(method)]
        request["params"] = params
        request["idempotencyKey"] = key.map { .text($0) }
        request["timeout"] = timeout.map { .unsigned($0) }
        let frame = try WirePeer.frame(CBORValue.map(request))
        frames.append(Frame(rule: "\(method).request", kind: "request", payload: Array(frame.dropFirst(4))))
        if let file {
            let number = open(file, O_RDONLY | O_CLOEXEC)
            guard number >= 0 else { throw Failure("open \(file): errno \(errno)") }
            defer { close(number) }
            try peer.send(frame, descriptors: [number])
        } else {
            try peer.send(frame)
        }
        return try next(of: method)
    }

    /// Sends bytes that the description does not allow, and keeps what answers them.
    @discardableResult
    func send(wrong bytes: [UInt8]) throws -> WirePeer.Message {
        try peer.send(bytes)
        return try next(of: "")
    }

    /// Sends a request that the description does not allow, and keeps what answers it.
    @discardableResult
    func call(wrong request: CBORValue) throws -> WirePeer.Message {
        id += 1
        return try send(wrong: try WirePeer.frame(request.replacing(["id"], with: .unsigned(id))))
    }

    /// Waits for the next frame, and keeps it.
    @discardableResult
    func next(of method: String) throws -> WirePeer.Message {
        guard let message = try peer.next() else {
            throw Failure("the daemon ended the connection instead of an answer to \(method)")
        }
        if let code = message.code {
            frames.append(Frame(rule: "error.\(code)", kind: "error", payload: message.payload))
        } else {
            let kind = message.event == nil ? "result" : "event"
            frames.append(Frame(rule: "\(method).\(kind)", kind: kind, payload: message.payload))
        }
        return message
    }

    /// Ends a stream that was opened by the last call, and keeps what is still said.
    func endStream(of method: String) throws {
        let stream = id
        try call("cancel", ["request": .unsigned(stream)])
        try next(of: "cancel")
    }
}
