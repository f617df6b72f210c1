extension CartClient {
    /// Lays out a whole list, page by page, and from the beginning again where the catalog changes meanwhile.
    ///
    /// - Parameters:
    ///   - method: The list; where its `from` is set, what is before it is left out.
    ///   - timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The first page with the sections of all, each of them once.
    /// - Throws: `unknownCatalog`, `invalidGeometry`, and what ``call(_:timeout:)`` throws.
    public func layOutList(_ method: LayOutList, timeout: Duration? = nil) throws(CartError) -> LayOutList.Answer {
        try collect(Pages(of: method), timeout: timeout)
    }

    /// Lays out a whole list, as the synchronous one does, while the task is suspended.
    public func layOutList(
        _ method: LayOutList,
        timeout: Duration? = nil
    ) async throws(CartError) -> LayOutList.Answer {
        try await collect(Pages(of: method), timeout: timeout)
    }

    /// Lists all controls by name, page by page.
    ///
    /// - Parameter timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The controls, and what to ask ``PollControlEvents`` for as `after` to hear of every later change.
    /// - Throws: What ``call(_:timeout:)`` throws.
    public func controls(
        timeout: Duration? = nil
    ) throws(CartError) -> (controls: [ControlView], sequence: Int64) {
        let whole = try collect(Pages(of: ListControls()), timeout: timeout)
        return (whole.controls, whole.sequence)
    }

    /// Lists all controls by name, as the synchronous one does, while the task is suspended.
    public func controls(
        timeout: Duration? = nil
    ) async throws(CartError) -> (controls: [ControlView], sequence: Int64) {
        let whole = try await collect(Pages(of: ListControls()), timeout: timeout)
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
        try collect(ControlEventSeries(of: method), timeout: timeout)
    }

    /// Asks for all that has happened to the controls, as the synchronous one does, while the task is suspended.
    public func controlEvents(
        _ method: PollControlEvents = PollControlEvents(),
        timeout: Duration? = nil
    ) async throws(CartError) -> PollControlEvents.Answer {
        try await collect(ControlEventSeries(of: method), timeout: timeout)
    }
}
