import CartModel

/// Notices a daemon that this user's clients start and that ends before it answers hello, and looks for its reason.
///
/// Once is nothing: a connection can wait in the queue of a daemon that just decided to end for want of work. Over and over
/// means that the daemon cannot run, such as on a damaged database, and a person has to be told.
struct Startup: Sendable {
    /// With the pauses between, six attempts take at least 37 ms.
    private static let limit = 6

    private let log: DaemonLog?
    private var mark: Int?
    private var failures = 0

    /// Watches the starts that are written to a log; without one, nobody starts a daemon here and nothing is to be seen.
    init(log: DaemonLog?) {
        self.log = log
    }

    /// Notes how long the log is before the first attempt.
    mutating func begin() {
        if mark == nil { mark = log?.size }
    }

    /// Notes an answered greeting.
    mutating func succeed() {
        mark = nil
        failures = 0
    }

    /// Notes an attempt that failed.
    ///
    /// - Returns: The failure with what the log says; after the sixth in a row it is final.
    mutating func explain(_ failure: ConnectionFailure) -> ConnectionFailure {
        guard let log, let mark, failure.isTransient,
            failure.error.code == .connectionLost || failure.error.code == .noDaemon
        else { return failure }
        failures += 1
        let lines = log.tail(from: mark)
        let reason = lines.isEmpty ? "it wrote nothing to its log" : "its log says: " + lines.joined(separator: " | ")
        return ConnectionFailure(
            CartError(
                .noDaemon,
                "cartd was started and ended before it answered; \(reason) (\(log.path))",
                details: ["log": .string(log.path), "lines": .list(lines.map { .string($0) })]
            ),
            isTransient: failures < Self.limit
        )
    }
}
