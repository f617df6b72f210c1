import CartLayout
package import CartModel
package import CartProtocol
import CartStore

extension SetControl: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> ControlAnswer {
        let store = context.store
        var control: Control
        if let stored = store.storedControl(named: self.control) {
            control = stored
        } else {
            try store.checkRoomForControl()
            control = try Control(name: self.control)
        }
        try control.check(expectedVersion: expectedVersion)
        var values: [ControlValue: String] = [:]
        values[.title] = title
        values[.color] = color
        values[.image] = image
        let isChanged = try control.set(
            Control.Settings(
                state: state ?? .normal,
                values: values,
                spacing: spacing,
                // The model and the layout have the same cases under the same names.
                horizontal: horizontal.flatMap { .init(rawValue: $0.rawValue) },
                vertical: vertical.flatMap { .init(rawValue: $0.rawValue) }
            )
        )
        if control.version == 1, isChanged {
            context.notes.add(
                "the control \(control.name) was made",
                [(.control, control.name), (.method, Self.name)] + context.caller.fields
            )
        }
        return ControlAnswer(isChanged ? store.put(control, as: .changed) : control)
    }
}

extension ClearControl: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> ControlAnswer {
        var control = try context.store.control(named: control)
        try control.check(expectedVersion: expectedVersion)
        let isChanged = try control.clear(values ?? ControlValue.allCases, for: state ?? .normal)
        return ControlAnswer(isChanged ? context.store.put(control, as: .changed) : control)
    }
}

extension ChangeControlState: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> ControlAnswer {
        var control = try context.store.control(named: control)
        try control.check(expectedVersion: expectedVersion)
        let isChanged = try control.changeState(setting: set ?? .normal, clearing: clear ?? .normal)
        return ControlAnswer(isChanged ? context.store.put(control, as: .state) : control)
    }
}

extension ShowControl: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> ControlAnswer {
        ControlAnswer(try context.store.control(named: control))
    }
}

extension RemoveControl: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> ControlAnswer {
        try context.store.control(named: control).check(expectedVersion: expectedVersion)
        let removed = try context.store.removeControl(named: control)
        context.notes.add(
            "the control \(removed.name) was removed",
            [(.control, removed.name), (.method, Self.name)] + context.caller.fields
        )
        return ControlAnswer(removed)
    }
}

extension ListControls: ServedMethod {
    package func serve(_ context: ServingContext) -> Answer {
        var answer = Answer(controls: [], sequence: context.store.history.newest)
        answer.next = ControlPage.fill(from: context.store, after: after, bytes: Page.bytes) {
            answer.controls.append($0)
        }
        return answer
    }
}

/// A page of the list of controls.
enum ControlPage {
    /// Makes the page that begins after a name.
    ///
    /// - Returns: The last name on it where there are more; nil on the last page.
    static func fill(
        from store: ModelStore,
        after name: String?,
        bytes limit: Int,
        _ add: (ControlView) -> Void
    ) -> String? {
        var last: String?
        var count = 0
        var bytes = 0
        for name in store.controlNames(after: name) {
            guard let control = store.storedControl(named: name) else {
                continue
            }
            guard count < Page.count, bytes < limit else {
                return last
            }
            let view = ControlView(control)
            bytes += view.encodedSize
            count += 1
            last = name
            add(view)
        }
        return nil
    }
}

extension SendControlEvents: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        guard !events.isEmpty else {
            throw CartError(.malformed, "there is no event to send", details: ["field": "params.events"])
        }
        return Answer(sequence: try context.store.send(events, toControlNamed: control))
    }
}

extension PollControlEvents: ServedMethod {
    package func serve(_ context: ServingContext) -> Answer {
        let history = context.store.history
        let (kept, isIncomplete) = history.changes(after: after)
        var answer = Answer(
            events: [],
            sequence: history.newest,
            newest: history.newest,
            resync: isIncomplete ? true : nil
        )
        var bytes = 0
        for change in kept {
            guard case .control(let event) = change.subject, isAskedFor(event) else {
                continue
            }
            guard answer.events.count < Page.count, bytes < Page.bytes else {
                // What was not asked for and lies between is passed over once more, at no cost.
                answer.sequence = change.sequence - 1
                return answer
            }
            // Five more fields with their names.
            bytes += event.name.utf8.count + 80
            answer.events.append(Event(event, sequence: change.sequence))
        }
        return answer
    }

    private func isAskedFor(_ event: ControlEvent) -> Bool {
        if let control, control != event.name {
            return false
        }
        if let events, case .sent(let sent) = event.kind {
            return !events.isDisjoint(with: sent)
        }
        return true
    }
}

extension PollControlEvents.Event {
    fileprivate init(_ event: ControlEvent, sequence: Int64) {
        let (kind, events): (PollControlEvents.Kind, ControlEvents?) =
            switch event.kind {
            case .changed: (.changed, nil)
            case .state: (.state, nil)
            case .sent(let events): (.sent, events)
            case .removed: (.removed, nil)
            }
        self.init(
            sequence: sequence,
            control: event.name,
            kind: kind,
            events: events,
            state: event.state,
            version: event.version
        )
    }
}

extension ControlView {
    /// About what the control takes in an answer, in bytes.
    fileprivate var encodedSize: Int {
        values.reduce(name.utf8.count + 100) { sum, values in
            [values.title, values.color, values.image].reduce(sum + 30) { $0 + ($1?.utf8.count ?? 0) }
        }
    }
}
