import CartModel
import CartProtocol
import UnixSockets

/// Keeps a connection to one endpoint, and makes the next where it is lost, until a call's time is over.
struct Link: ~Copyable, Sendable {
    private let endpoint: Endpoint
    private let software: String
    private let retryWindow: Duration
    /// A connected socket that nothing was sent on yet.
    private var fresh: StreamSocket?
    private var connection: Connection?
    private var startup: Startup
    private var hasReachedDaemon = false

    /// Who answered the last greeting, nil before the first.
    private(set) var daemon: Hello.Answer?
    /// How many greetings were answered.
    private(set) var greetings = 0

    /// Prepares a link; ``open(limit:)`` makes the first connection.
    ///
    /// - Parameters:
    ///   - endpoint: Where the daemon is.
    ///   - socket: A connection to it, where there is one already.
    ///   - configuration: The caller's name for the daemon's log, and how long a change is sent again.
    init(to endpoint: Endpoint, over socket: consuming StreamSocket?, configuration: CartClient.Configuration) {
        self.endpoint = endpoint
        software = configuration.software
        retryWindow = configuration.retryWindow
        fresh = socket
        startup = Startup(log: endpoint.activator?.log)
    }

    /// Makes the first connection.
    ///
    /// - Throws: `noDaemon` at once where nobody listens and none can be started; what the daemon answers to hello.
    mutating func open(limit: TimeLimit) throws(CartError) {
        var attempts = Attempts(limit: limit, retryWindow: retryWindow)
        while connection == nil {
            do throws(ConnectionFailure) {
                connection = try connect(limit: limit)
            } catch {
                try attempts.waitForNext(after: error)
            }
        }
    }

    /// Makes a call, again on the next connection wherever one is lost.
    mutating func perform<M>(_ call: Call<M>, limit: TimeLimit) throws(CartError) -> M.Answer {
        var attempts = Attempts(limit: limit, retryWindow: retryWindow)
        while true {
            let result: Result<M.Answer, CartError>
            do throws(ConnectionFailure) {
                var current = try takeConnection(limit: attempts.connectionLimit)
                if M.isMutation { try attempts.beginChange() }
                result = try current.perform(call, limit: limit)
                connection = consume current
            } catch {
                try attempts.waitForNext(after: error)
                continue
            }
            return try attempts.outcome(of: result)
        }
    }

    /// The connection where there is a good one, else a new one; whoever takes it puts it back while it is good.
    private mutating func takeConnection(limit: TimeLimit) throws(ConnectionFailure) -> Connection {
        if let kept = connection.take(), kept.isUsable {
            return kept
        }
        return try connect(limit: limit)
    }

    /// Connects and says hello.
    private mutating func connect(limit: TimeLimit) throws(ConnectionFailure) -> Connection {
        startup.begin()
        do throws(ConnectionFailure) {
            var connection = Connection(try takeSocket(limit: limit))
            daemon = try connection.greet(Hello(software: software), limit: limit)
            greetings += 1
            startup.succeed()
            return connection
        } catch {
            throw startup.explain(error)
        }
    }

    private mutating func takeSocket(limit: TimeLimit) throws(ConnectionFailure) -> StreamSocket {
        if let socket = fresh.take() {
            hasReachedDaemon = true
            return socket
        }
        do {
            let socket = try endpoint.connect(limit: limit)
            hasReachedDaemon = true
            return socket
        } catch {
            // A daemon that was there is being restarted; one that never was is not waited for.
            guard error.error.code == .noDaemon, endpoint.activator == nil, !hasReachedDaemon else { throw error }
            throw ConnectionFailure(error.error, isTransient: false)
        }
    }
}
