import CartModel
import CartProtocol

/// The events of controls up to those that are the newest at the beginning: others may send faster than they are read.
struct ControlEventSeries: AnswerSeries {
    private(set) var request: PollControlEvents
    private var whole: PollControlEvents.Answer?
    private var newest: Int64 = 0

    /// Begins with the request for the first of them.
    init(of first: PollControlEvents) { request = first }

    mutating func take(_ answer: PollControlEvents.Answer) throws(CartError) -> PollControlEvents.Answer? {
        if let sequence = whole?.sequence {
            guard answer.sequence > sequence else {
                throw .malformedReply(to: request)
            }
            whole?.events += answer.events
            whole?.sequence = answer.sequence
            whole?.newest = answer.newest
            if answer.resync == true { whole?.resync = true }
        } else {
            whole = answer
            newest = answer.newest
        }
        guard answer.sequence < newest else {
            return whole
        }
        request.after = answer.sequence
        return nil
    }
}
