import CartModel
import CartProtocol
import Glibc
import UnixSockets

/// A socket and the session on it: sends what the session writes, feeds it what comes in, waits with poll(2) in between.
struct Connection: ~Copyable, Sendable {
    private static let inputSize = 64 << 10

    private let socket: StreamSocket
    private var session = ClientSession()
    private var isInStep = true
    private var output: [UInt8] = []
    private var input = [UInt8](repeating: 0, count: Connection.inputSize)

    /// Takes over a socket that nothing was sent on yet.
    init(_ socket: consuming StreamSocket) {
        self.socket = socket
    }

    /// Whether the next call can be made on it.
    var isUsable: Bool { session.isIdle && isInStep }

    /// Makes the first exchange.
    mutating func greet(_ hello: Hello, limit: TimeLimit) throws(ConnectionFailure) -> Hello.Answer {
        do {
            try session.greet(hello, into: &output)
        } catch {
            throw ConnectionFailure(error, isTransient: false)
        }
        let result = try converse(Hello.self, descriptor: nil, limit: limit) { session, bytes in
            session.receiveGreeting(bytes)
        }
        do {
            return try result.get()
        } catch {
            throw ConnectionFailure(error, isTransient: false)
        }
    }

    /// Makes one call.
    ///
    /// - Returns: The answer, or the refusal of this request.
    /// - Throws: What ended the connection.
    mutating func perform<M>(_ call: Call<M>, limit: TimeLimit) throws(ConnectionFailure) -> Result<M.Answer, CartError>
    {
        do {
            try session.send(call.method, idempotencyKey: call.idempotencyKey, into: &output)
        } catch {
            return .failure(error)
        }
        return try converse(M.self, descriptor: call.descriptor, limit: limit) { session, bytes in
            session.receive(bytes, as: M.Answer.self)
        }
    }

    private mutating func converse<M: Method>(
        _ method: M.Type,
        descriptor: Int32?,
        limit: TimeLimit,
        receive: (inout ClientSession, UnsafeRawBufferPointer) -> ClientSession.Event<M.Answer>
    ) throws(ConnectionFailure) -> Result<M.Answer, CartError> {
        var sent = 0
        defer {
            // An answer to half a request leaves the daemon waiting for the other half.
            isInStep = sent == output.count
            output.removeAll(keepingCapacity: output.capacity <= Self.inputSize)
        }
        var peerIsGone = false
        while true {
            if sent < output.count, !peerIsGone {
                switch try send(from: sent, descriptor: sent == 0 ? descriptor : nil) {
                case .taken(let count):
                    sent += count
                    continue
                case .full: break
                // What the daemon said before it closed, such as why, can still be read.
                case .gone: peerIsGone = true
                }
            }
            if !peerIsGone {
                let events: Readiness = sent < output.count ? [.readable, .writable] : .readable
                let ready = try wait(for: events, method: M.self, limit: limit)
                guard ready != .writable else { continue }
            }
            switch try receiveOnce() {
            case .wouldBlock:
                guard !peerIsGone else { throw session.endOfInput() }
            case .endOfFile:
                throw session.endOfInput()
            case .bytes(let count):
                let event = input.withUnsafeBytes {
                    receive(&session, UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
                }
                switch event {
                case .more: continue
                case .answer(let answer): return .success(answer)
                case .refused(let error): return .failure(error)
                case .ended(let failure): throw failure
                }
            }
        }
    }

    private enum Sent {
        case taken(Int)
        case full
        case gone
    }

    private func send(from start: Int, descriptor: Int32?) throws(ConnectionFailure) -> Sent {
        let result = output.withUnsafeBytes { bytes in
            Result { () throws(SystemError) in
                let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(start))
                return if let descriptor {
                    try socket.send(rest, descriptors: [descriptor])
                } else {
                    try socket.send(rest)
                }
            }
        }
        switch result {
        case .success(.bytes(let count)): return .taken(count)
        case .success(.wouldBlock): return .full
        case .failure(let error) where error.code == EPIPE || error.code == ECONNRESET: return .gone
        case .failure(let error):
            throw ConnectionFailure(
                CartError(.connectionLost, "the request cannot be sent: \(error)"),
                isTransient: false
            )
        }
    }

    private mutating func receiveOnce() throws(ConnectionFailure) -> ReceiveResult {
        switch Self.receive(from: socket, into: &input) {
        case .success(let received): return received
        case .failure(let error) where error.code == EPIPE || error.code == ECONNRESET: return .endOfFile
        case .failure(let error):
            throw ConnectionFailure(
                CartError(.connectionLost, "the answer cannot be read: \(error)"),
                isTransient: false
            )
        }
    }

    private static func receive(
        from socket: borrowing StreamSocket,
        into input: inout [UInt8]
    ) -> Result<ReceiveResult, SystemError> {
        input.withUnsafeMutableBytes { buffer in
            do throws(SystemError) {
                return .success(try socket.receive(into: buffer))
            } catch {
                return .failure(error)
            }
        }
    }

    private func wait<M: Method>(
        for events: Readiness,
        method: M.Type,
        limit: TimeLimit
    ) throws(ConnectionFailure) -> Readiness {
        let ready: Readiness
        do {
            ready = try socket.wait(for: events, until: limit.deadline)
        } catch {
            throw ConnectionFailure(
                CartError(.connectionLost, "the connection cannot be waited for: \(error)"),
                isTransient: false
            )
        }
        guard !ready.isEmpty else {
            throw ConnectionFailure(
                .deadlineExceeded("the daemon did not answer \(M.name)", timeout: limit.timeout),
                isTransient: false
            )
        }
        return ready
    }
}
