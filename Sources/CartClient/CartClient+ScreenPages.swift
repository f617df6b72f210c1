extension CartClient {
    /// Lays out a whole list, page by page, and from the beginning again where the catalog changes meanwhile.
    ///
    /// - Parameters:
    ///   - method: The list; where its `from` is set, what is before it is left out.
    ///   - timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The first page with the sections of all, each of them once.
    /// - Throws: `unknownCatalog`, `invalidGeometry`, and what ``call(_:timeout:)`` throws.
    public func layOutList(_ method: LayOutList, timeout: Duration? = nil) throws(CartError) -> LayOutList.Answer {
        try pages(of: method, timeout: timeout)
    }

    /// Lists all controls by name, page by page.
    ///
    /// - Parameter timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The controls, and what to ask ``PollControlEvents`` for as `after` to hear of every later change.
    /// - Throws: What ``call(_:timeout:)`` throws.
    public func controls(
        timeout: Duration? = nil
    ) throws(CartError) -> (controls: [ControlView], sequence: Int64) {
        let whole = try pages(of: ListControls(), timeout: timeout)
        return (whole.controls, whole.sequence)
    }

    /// Asks for all that has happened to the controls since the last time, answer by answer.
    ///
    /// - Parameters:
    ///   - method: Since when, and what of it.
    ///   - timeout: The time for all answers; nil is the configuration's.
    /// - Returns: The events up to those that were the newest when this was called, as one answer.
    /// - Throws: What ``call(_:timeout:)`` throws.
    public func controlEvents(
        _ method: PollControlEvents = PollControlEvents(),
        timeout: Duration? = nil
    ) throws(CartError) -> PollControlEvents.Answer {
        let limit = limit(timeout)
        var request = method
        var whole = try perform(request, limit: limit)
        // Others may send faster than this reads: it ends with what was the newest at the beginning.
        let newest = whole.newest
        while whole.sequence < newest {
            request.after = whole.sequence
            let next = try perform(request, limit: limit)
            guard next.sequence > whole.sequence else { throw .malformedReply(to: request) }
            whole.events += next.events
            whole.sequence = next.sequence
            whole.newest = next.newest
            whole.resync = whole.resync == true || next.resync == true ? true : nil
        }
        return whole
    }
}
