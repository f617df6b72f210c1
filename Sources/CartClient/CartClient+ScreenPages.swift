extension CartClient {
    /// Lays out a whole list, page by page, and from the beginning again where the catalog changes meanwhile.
    ///
    /// - Parameters:
    ///   - method: The list; where its `from` is set, what is before it is left out.
    ///   - timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The first page with the sections of all, each of them once.
    /// - Throws: `unknownCatalog`, `invalidGeometry`, and what ``call(_:timeout:)`` throws.
    public func layOutList(_ method: LayOutList, timeout: Duration? = nil) throws(CartError) -> LayOutList.Answer {
        let limit = limit(timeout)
        var request = method
        var whole: LayOutList.Answer?
        while true {
            var page = try perform(request, limit: limit)
            guard page.version == whole?.version ?? page.version else {
                request.from = method.from
                whole = nil
                continue
            }
            let next = page.next
            page.next = nil
            if whole == nil {
                whole = page
            } else {
                whole?.goOn(with: page.sections)
            }
            guard let next else { break }
            guard (request.from ?? .init(section: 0, row: 0)).precedes(next) else {
                throw .malformedReply(to: request)
            }
            request.from = next
        }
        guard let whole else { throw .malformedReply(to: request) }
        return whole
    }

    /// Lists all controls by name, page by page.
    ///
    /// - Parameter timeout: The time for all pages; nil is the configuration's.
    /// - Returns: The controls, and what to ask ``PollControlEvents`` for as `after` to hear of every later change.
    /// - Throws: What ``call(_:timeout:)`` throws.
    public func controls(
        timeout: Duration? = nil
    ) throws(CartError) -> (controls: [ControlView], sequence: Int64) {
        let limit = limit(timeout)
        var controls: [ControlView] = []
        var sequence: Int64?
        var request = ListControls()
        while true {
            let page = try perform(request, limit: limit)
            // What happens between two pages is heard of twice rather than never.
            let first = sequence ?? page.sequence
            sequence = first
            controls += page.controls
            guard let next = page.next else { return (controls, first) }
            guard !page.controls.isEmpty, next != request.after else { throw .malformedReply(to: request) }
            request.after = next
        }
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

extension LayOutList.Answer {
    /// Adds the sections of the next page, of which the first may be the rest of the last one here.
    fileprivate mutating func goOn(with added: [LayOutList.Section]) {
        var added = added[...]
        if let last = sections.indices.last, let rest = added.first, rest.index == sections[last].index {
            sections[last].rows += rest.rows
            added.removeFirst()
        }
        sections += added
    }
}

extension LayOutList.Position {
    fileprivate func precedes(_ other: Self) -> Bool {
        (section, row) < (other.section, other.row)
    }
}
