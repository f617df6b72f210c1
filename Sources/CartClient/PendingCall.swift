import CartModel
import CartProtocol
import Synchronization

/// One call under way, made again on the next connection where the first is lost, and the place where its owner finds the
/// outcome.
///
/// Its method's type is known only where the request is written and the answer read, so that all between is one code for
/// all methods.
final class PendingCall: Sendable {
    /// Who is woken by the outcome.
    enum Waiter: Sendable {
        case thread(Doorbell)
        case task(UnsafeContinuation<Void, Never>)

        fileprivate func wake() {
            switch self {
            case .thread(let bell): bell.ring()
            case .task(let continuation): continuation.resume()
            }
        }
    }

    private struct Slot {
        var answer: (any Sendable)?
        var isSettled = false
        var error: CartError?
        var waiter: Waiter?
    }

    /// The method's name.
    let name: String
    /// Whether it may change what is on disk.
    let isChange: Bool
    /// An open file that travels along.
    let file: PassedFile?
    /// Whether it waits for the answer to a greeting, and sends nothing.
    let isGreeting: Bool
    private let method: any Method
    /// The same in every attempt.
    private let idempotencyKey: String?
    private let slot = Mutex(Slot())

    /// Prepares a call.
    ///
    /// - Parameters:
    ///   - method: What is asked for.
    ///   - file: An open file that travels along.
    ///   - isGreeting: Whether the answer is that of the next greeting, and nothing is to be sent.
    init<M: Method>(_ method: M, file: PassedFile? = nil, isGreeting: Bool = false) {
        var generator = SystemRandomNumberGenerator()
        name = M.name
        isChange = M.isMutation
        self.method = method
        self.file = file
        self.isGreeting = isGreeting
        idempotencyKey = M.isMutation ? IdempotencyKey.random(using: &generator) : nil
    }

    // MARK: The connection's side

    /// Appends the request as a frame.
    ///
    /// - Throws: `frameTooLarge`.
    func write(
        id: UInt64,
        timeout: UInt64?,
        with writer: FrameWriter,
        into output: inout [UInt8]
    ) throws(CartError) {
        func write<M: Method>(_ method: M) throws(CartError) {
            try writer.append(
                OutgoingRequest(id: id, params: method, idempotencyKey: idempotencyKey, timeout: timeout),
                to: &output
            )
        }
        if !isGreeting { try write(method) }
    }

    /// What a message was to a call.
    enum Reception {
        /// Its answer, which is kept.
        case answer
        /// Its refusal.
        case refusal(CartError)
        /// Nothing that a call is ever told; passed over.
        case nothing
    }

    /// Decodes a message; an answer is kept for ``settle(with:)``.
    ///
    /// - Throws: `malformed`.
    func read(_ payload: UnsafeRawBufferPointer) throws(CartError) -> Reception {
        func answer<M: Method>(of method: M) -> any (Decodable & Sendable).Type { M.Answer.self }
        switch try IncomingFrame(payload, method: name, answer: answer(of: method)).content {
        case .result(let answer):
            slot.withLock { $0.answer = answer }
            return .answer
        case .error(let error): return .refusal(error)
        case .event: return .nothing
        }
    }

    /// Takes the daemon's answer to a greeting; false where the call is none.
    func greeted(_ answer: Hello.Answer) -> Bool {
        if isGreeting { slot.withLock { $0.answer = answer } }
        return isGreeting
    }

    /// Ends the call and lets its owner go on, with an error or with what was read.
    func settle(with error: CartError?) {
        let waiter = slot.withLock { slot in
            slot.error = error
            slot.isSettled = true
            return slot.waiter.take()
        }
        waiter?.wake()
    }

    // MARK: The owner's side

    /// Whether the call has ended.
    var isSettled: Bool { slot.withLock { $0.isSettled } }

    /// Has the end of the call wake somebody, at once where it has ended.
    func wake(_ waiter: Waiter) {
        let isSettled = slot.withLock { slot in
            if !slot.isSettled { slot.waiter = waiter }
            return slot.isSettled
        }
        if isSettled { waiter.wake() }
    }

    /// How the call has ended.
    func answer<Answer>(as type: Answer.Type) throws(CartError) -> Answer {
        let (error, answer) = slot.withLock { ($0.error, $0.answer) }
        if let error { throw error }
        guard let answer = answer as? Answer else { throw .malformedReply("to \(name) is of another type") }
        return answer
    }
}
