import UnixSockets

/// A connection to the daemon that owns the catalogs and carts of this machine.
///
/// ```swift
/// let client = try CartClient()
/// let answer = try client.call(AddLineItem(product: "qianbao"))
/// print(answer.cart.version, answer.canAdd)
/// ```
///
/// One client serves all threads and tasks of a program: their calls are under way together on one connection, and each is
/// answered when it is done, whatever others take. In a synchronous function a call blocks its thread; in an asynchronous one,
/// with `try await`, it suspends its task, and no thread of Swift's concurrency ever waits for the daemon. Because tasks
/// and streams have no thread of their own that may wait, a client makes one thread for the first of them; it takes no signals.
///
/// A connection that is lost, by a restart of the daemon for one, is made again and the call repeated until its time is
/// over. A call that changes something carries an idempotency key, the same in every attempt, by which the daemon answers a
/// repeated one with the first result. So a caller sees no restart, and nothing is done twice. Because the daemon keeps these
/// keys for ten minutes, a change is not sent again later than nine minutes after it was first sent, whatever time the call has.
///
/// The library installs no signal handlers, raises no SIGPIPE, and all its descriptors are close-on-exec. In a child made by fork(2)
/// everything but letting go of its parent's client fails with `connectionLost` at once, and leaves the parent's connection alone.
public final class CartClient: Sendable {
    let multiplexer: Multiplexer
    private let timeout: Duration
    /// One time for everything; nil where each call has its own.
    private let wholeLimit: TimeLimit?
    /// Who answered the first greeting.
    private let firstDaemon: Hello.Answer

    /// Connects and says hello.
    ///
    /// Where the user's own daemon is meant and none runs, one is started; it ends by itself when nobody has been connected
    /// to it for a minute.
    ///
    /// - Parameter configuration: Where the daemon is; the default suits a program on the daemon's machine.
    /// - Throws: `noDaemon` at once where nobody listens and none can be started, `permissionDenied` where the user may not
    ///   connect, `unsupportedVersion`, `deadlineExceeded`, and what the daemon refuses hello with.
    public init(_ configuration: Configuration = Configuration()) throws(CartError) {
        let limit = TimeLimit(configuration.timeout)
        multiplexer = try Multiplexer(configuration)
        firstDaemon = try multiplexer.open(limit: limit)
        timeout = configuration.timeout
        wholeLimit = configuration.timeoutCoversAll ? limit : nil
    }

    /// Connects and says hello, as the synchronous one does, while the task is suspended.
    public init(_ configuration: Configuration = Configuration()) async throws(CartError) {
        let limit = TimeLimit(configuration.timeout)
        multiplexer = try Multiplexer(configuration)
        do {
            firstDaemon = try await multiplexer.open(limit: limit)
        } catch {
            multiplexer.close()
            throw error
        }
        timeout = configuration.timeout
        wholeLimit = configuration.timeoutCoversAll ? limit : nil
    }

    deinit { multiplexer.close() }

    /// Who answered hello on the newest connection.
    public var daemon: Hello.Answer { multiplexer.daemon ?? firstDaemon }

    /// Makes a call and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: What is asked for.
    ///   - timeout: The time for the whole call with all its attempts; nil is the configuration's. The daemon is told what is
    ///     left of it, and gives up what it cannot begin within it.
    /// - Throws: The daemon's refusal as it is, codes included that this library does not know; `deadlineExceeded` where it did
    ///   not answer in time; `connectionLost` or `noDaemon` where no connection lasted until the time was over;
    ///   `permissionDenied`; `malformed` where what came is not the protocol; `frameTooLarge` for a request over the daemon's
    ///   limit. Where a change may have been made although its answer never came, `details.mayHaveBeenDone` is true: with a
    ///   connection that was lost for good, with the time that ran out, and with a refusal in a later attempt which leaves open
    ///   what the earlier one did, such as `storageFailure`. A refusal by the rules, such as `cartFull`, does not.
    public func call<M: Method>(_ method: M, timeout: Duration? = nil) throws(CartError) -> M.Answer {
        try perform(method, limit: limit(timeout))
    }

    /// Makes a call and waits for its answer while the task is suspended.
    ///
    /// Where the task is cancelled, so is the call, on the wire too: what only reads ends at once; a change ends when the daemon
    /// has said what became of it, in a second at most. Where it was done before it could be cancelled, its answer is
    /// returned.
    ///
    /// - Parameters: As of the synchronous call.
    /// - Throws: What the synchronous call throws; `cancelled`, with `details.mayHaveBeenDone` where the daemon did not say.
    public func call<M: Method>(_ method: M, timeout: Duration? = nil) async throws(CartError) -> M.Answer {
        try await perform(method, limit: limit(timeout))
    }

    /// Makes a call that may carry more than its parameters.
    func perform<M: Method>(
        _ method: M,
        file: PassedFile? = nil,
        limit: TimeLimit
    ) throws(CartError) -> M.Answer {
        let call = PendingCall(method, file: file)
        try multiplexer.perform(call, limit: limit)
        return try call.answer(as: M.Answer.self)
    }

    /// Makes a call that may carry more than its parameters, while the task is suspended.
    func perform<M: Method>(
        _ method: M,
        file: PassedFile? = nil,
        limit: TimeLimit
    ) async throws(CartError) -> M.Answer {
        let call = PendingCall(method, file: file)
        try await multiplexer.perform(call, limit: limit)
        return try call.answer(as: M.Answer.self)
    }

    /// The time for a call, with all its parts: the caller's, else the configuration's.
    func limit(_ timeout: Duration?) -> TimeLimit {
        if let timeout { return TimeLimit(timeout) }
        return wholeLimit ?? TimeLimit(self.timeout)
    }
}
