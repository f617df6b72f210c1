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
    private var lastID: UInt64 = 0
    /// What each request asked for.
    private var methods: [UInt64: String] = [:]
    /// What came while something else was waited for.
    private var waiting: [UInt64: [WirePeer.Message]] = [:]

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
        let id = nextID(for: method)
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
        return try next(for: id)
    }

    /// Sends a request that the description does not allow, and keeps what answers it.
    @discardableResult
    func call(wrong request: CBORValue) throws -> WirePeer.Message {
        let id = nextID(for: "")
        try peer.send(try WirePeer.frame(request.replacing(["id"], with: .unsigned(id))))
        return try next(for: id)
    }

    /// Sends bytes that are no message, and keeps what is said of them.
    func send(wrong bytes: [UInt8]) throws {
        try peer.send(bytes)
        try receive()
    }

    /// Opens a stream and does something meanwhile.
    ///
    /// - Returns: The kinds of the events that came, up to as many as are asked for.
    func watch(
        _ method: String,
        _ params: CBORValue?,
        events count: Int,
        while change: () throws -> Void = {}
    ) throws -> [String] {
        var events = [try call(method, params)]
        let stream = lastID
        try change()
        while events.count < count { events.append(try next(for: stream)) }
        try call("cancel", ["request": .unsigned(stream)])
        // What happened in between is still told before the end.
        var last = try next(for: stream)
        while last.event != nil { last = try next(for: stream) }
        guard last.code == "cancelled" else { throw Failure("\(method) ends with \(last)") }
        return events.map { if case .text(let kind) = $0.event?["kind"] { kind } else { $0.code ?? "" } }
    }

    private func nextID(for method: String) -> UInt64 {
        lastID += 1
        methods[lastID] = method
        return lastID
    }

    /// Waits for the next message of a request, and keeps it and what comes before it.
    private func next(for id: UInt64) throws -> WirePeer.Message {
        while waiting[id, default: []].isEmpty { try receive() }
        return waiting[id, default: []].removeFirst()
    }

    private func receive() throws {
        guard let message = try peer.next() else {
            throw Failure("the daemon ended the connection instead of an answer")
        }
        let method = message.id.flatMap { methods[$0] } ?? ""
        if let code = message.code {
            frames.append(Frame(rule: "error.\(code)", kind: "error", payload: message.payload))
        } else {
            let kind = message.event == nil ? "result" : "event"
            frames.append(Frame(rule: "\(method).\(kind)", kind: kind, payload: message.payload))
        }
        if let id = message.id { waiting[id, default: []].append(message) }
    }
}
