import Synchronization
import UnixSockets

/// A connection to the daemon that owns the catalogs and carts of this machine.
///
/// ```swift
/// let client = try CartClient()
/// let answer = try client.call(AddLineItem(product: "qianbao"))
/// print(answer.cart.version, answer.canAdd)
/// ```
///
/// Every call blocks until it is answered, refused or out of time. A client may be used from many threads at once; their
/// calls are made one after the other, in the order they came, so a thread that must not wait for another's takes a client of
/// its own. Whoever must not block makes the call on a thread that may.
///
/// A connection that is lost, by a restart of the daemon for one, is made again and the call repeated until its time is
/// over. A call that changes something carries an idempotency key, the same in every attempt, by which the daemon answers a
/// repeated one with the first result. So a caller sees no restart, and nothing is done twice. Because the daemon keeps these
/// keys for ten minutes, a change is not sent again later than nine minutes after it was first sent, whatever time the call has.
///
/// The library installs no signal handlers, raises no SIGPIPE, and all its descriptors are close-on-exec.
public final class CartClient: Sendable {
    private let timeout: Duration
    /// One time for everything; nil where each call has its own.
    private let wholeLimit: TimeLimit?
    private let turnstile = Turnstile()
    private let link: Mutex<Link>
    /// Apart from the link, so that it can be read while a call is made.
    private let answer: Mutex<Hello.Answer>

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
        let opened = try Link.open(configuration, limit: limit)
        guard let daemon = opened.daemon else {
            throw CartError(.connectionLost, "the daemon did not answer hello")
        }
        timeout = configuration.timeout
        wholeLimit = configuration.timeoutCoversAll ? limit : nil
        link = Mutex(opened)
        answer = Mutex(daemon)
    }

    /// Who answered hello on the newest connection.
    public var daemon: Hello.Answer { answer.withLock { $0 } }

    /// Makes a call and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: What is asked for.
    ///   - timeout: The time for the whole call, its wait for other threads and all attempts included; nil is the
    ///     configuration's.
    /// - Throws: The daemon's refusal as it is, codes included that this library does not know; `deadlineExceeded` where it did
    ///   not answer in time; `connectionLost` or `noDaemon` where no connection lasted until the time was over;
    ///   `permissionDenied`; `malformed` where what came is not the protocol; `frameTooLarge` for a request over the daemon's
    ///   limit. Where a change may have been made although its answer never came, `details.mayHaveBeenDone` is true: with a
    ///   connection that was lost for good, with the time that ran out, and with a refusal in a later attempt which leaves open
    ///   what the earlier one did, such as `storageFailure`. A refusal by the rules, such as `cartFull`, does not.
    public func call<M: Method>(_ method: M, timeout: Duration? = nil) throws(CartError) -> M.Answer {
        try perform(Call(method), limit: limit(timeout))
    }

    /// Makes a call in the caller's turn.
    func perform<M>(_ call: Call<M>, limit: TimeLimit) throws(CartError) -> M.Answer {
        guard turnstile.enter(until: limit.deadline) else {
            throw .deadlineExceeded("calls of other threads left no time for \(M.name)", timeout: limit.timeout)
        }
        defer { turnstile.leave() }
        guard !limit.deadline.hasPassed else {
            throw .deadlineExceeded("there is no time for \(M.name)", timeout: limit.timeout)
        }
        return try link.withLock { (link: inout sending Link) throws(CartError) -> M.Answer in
            let greetings = link.greetings
            defer {
                if link.greetings != greetings, let daemon = link.daemon {
                    answer.withLock { $0 = daemon }
                }
            }
            return try link.perform(call, limit: limit)
        }
    }

    /// The time for a call, with all its parts: the caller's, else the configuration's.
    func limit(_ timeout: Duration?) -> TimeLimit {
        if let timeout { return TimeLimit(timeout) }
        return wholeLimit ?? TimeLimit(self.timeout)
    }
}
