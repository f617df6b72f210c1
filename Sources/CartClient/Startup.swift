import CartModel

/// Notices a daemon that this user's clients start and that refuses to run, and looks for its reason in its log.
///
/// That a connection ends before hello is answered means little by itself: it may have waited in the queue of a daemon that
/// just decided to end for want of work, or that was killed. Such a daemon writes nothing. One that cannot run, on a damaged
/// database for one, says so each time, and a person has to be told before the call's time is over.
struct Startup: Sendable {
    /// With the pauses between, six attempts take at least 37 ms.
    private static let limit = 6

    private let log: DaemonLog?
    private var mark: Int?
    private var seen = 0
    private var refusals = 0

    /// Watches the starts that are written to a log; without one, nobody starts a daemon here and nothing is to be seen.
    init(log: DaemonLog?) {
        self.log = log
    }

    /// Notes how long the log is before the first attempt.
    mutating func begin() {
        guard mark == nil, let log else { return }
        seen = log.size
        mark = seen
    }

    /// Notes an answered greeting.
    mutating func succeed() {
        mark = nil
        refusals = 0
    }

    /// Notes an attempt that failed.
    ///
    /// - Returns: The failure with what the log says; it is final after six between which the log has grown.
    mutating func explain(_ failure: ConnectionFailure) -> ConnectionFailure {
        guard let log, let mark, failure.isTransient,
            failure.error.code == .connectionLost || failure.error.code == .noDaemon
        else { return failure }
        let size = log.size
        if size != seen { refusals += 1 }
        seen = size
        let lines = log.tail(from: mark)
        let reason = lines.isEmpty ? "it wrote nothing to its log" : "its log says: " + lines.joined(separator: " | ")
        return ConnectionFailure(
            CartError(
                .noDaemon,
                "cartd was started and ended before it answered; \(reason) (\(log.path))",
                details: ["log": .string(log.path), "lines": .list(lines.map { .string($0) })]
            ),
            isTransient: refusals < Self.limit
        )
    }
}
