import CartModel
import CartProtocol

/// Several calls that together are one answer, as a value: which to make next, and what they come to.
///
/// Threads and tasks make the same calls by it, and differ only in how they wait.
protocol AnswerSeries: Sendable {
    /// The method that is called again and again.
    associatedtype Request: Method
    /// What comes of it.
    associatedtype Whole: Sendable

    /// The call to make next.
    var request: Request { get }

    /// Takes the answer to ``request``.
    ///
    /// - Returns: What all answers come to; nil where another call is to be made.
    /// - Throws: `malformed` for an answer that leads nowhere: one would go on asking without end.
    mutating func take(_ answer: Request.Answer) throws(CartError) -> Whole?
}

extension CartClient {
    /// Makes all calls of a series.
    ///
    /// - Parameters:
    ///   - series: At its beginning.
    ///   - timeout: The time for all calls; nil is the configuration's.
    /// - Throws: What ``call(_:timeout:)`` throws, and what the series refuses.
    func collect<Series: AnswerSeries>(_ series: Series, timeout: Duration?) throws(CartError) -> Series.Whole {
        let limit = limit(timeout)
        var series = series
        while true {
            let answer = try perform(series.request, limit: limit)
            if let whole = try series.take(answer) {
                return whole
            }
        }
    }

    /// Makes all calls of a series while the task is suspended.
    func collect<Series: AnswerSeries>(
        _ series: Series,
        timeout: Duration?
    ) async throws(CartError) -> Series.Whole {
        let limit = limit(timeout)
        var series = series
        while true {
            let answer = try await perform(series.request, limit: limit)
            if let whole = try series.take(answer) {
                return whole
            }
        }
    }
}
