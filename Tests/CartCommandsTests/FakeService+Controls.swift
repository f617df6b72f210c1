import CartCommands
import CartLayout
import CartModel
import CartProtocol

/// The controls of the fake daemon, by the rules of CartModel.
extension FakeService.State {
    mutating func answerAboutControls(_ method: any Method) throws(CartError) -> Any? {
        switch method {
        case let call as SetControl: return try set(call)
        case let call as ClearControl:
            return try change(call.control, .changed) { (control) throws(CartError) in
                try control.clear(call.values ?? ControlValue.allCases, for: call.state ?? .normal)
            }
        case let call as ChangeControlState:
            return try change(call.control, .state) { (control) throws(CartError) in
                try control.changeState(setting: call.set ?? .normal, clearing: call.clear ?? .normal)
            }
        case let call as ShowControl: return ControlAnswer(control: view(try control(call.control)))
        case is ListControls:
            return ListControls.Answer(
                controls: controls.values.sorted { $0.name < $1.name }.map(view),
                sequence: history.newest
            )
        case let call as RemoveControl:
            let control = try control(call.control)
            controls[call.control] = nil
            history.append(.control(ControlEvent(.removed, of: control)))
            return ControlAnswer(control: view(control))
        case let call as SendControlEvents:
            let event = ControlEvent(.sent(call.events), of: try control(call.control))
            return SendControlEvents.Answer(sequence: history.append(.control(event)))
        case let call as PollControlEvents: return poll(call)
        default: return nil
        }
    }

    func control(_ name: String) throws(CartError) -> Control {
        guard let control = controls[name] else {
            throw CartError(.unknownControl, "there is no control \(name)", details: ["control": .string(name)])
        }
        return control
    }

    private mutating func set(_ call: SetControl) throws(CartError) -> ControlAnswer {
        if controls[call.control] == nil {
            controls[call.control] = try Control(name: call.control)
        }
        let values = [ControlValue.title: call.title, .color: call.color, .image: call.image]
        let settings = Control.Settings(
            state: call.state ?? .normal,
            values: values.compactMapValues(\.self),
            spacing: call.spacing,
            horizontal: call.horizontal.flatMap { .init(rawValue: $0.rawValue) },
            vertical: call.vertical.flatMap { .init(rawValue: $0.rawValue) }
        )
        return try change(call.control, .changed) { (control) throws(CartError) in try control.set(settings) }
    }

    private mutating func change(
        _ name: String,
        _ kind: ControlEvent.Kind,
        _ body: (inout Control) throws(CartError) -> Bool
    ) throws(CartError) -> ControlAnswer {
        var control = try control(name)
        if try body(&control) {
            history.append(.control(ControlEvent(kind, of: control)))
        }
        controls[name] = control
        return ControlAnswer(control: view(control))
    }

    private func poll(_ call: PollControlEvents) -> PollControlEvents.Answer {
        let (changes, isIncomplete) = history.changes(after: call.after)
        return PollControlEvents.Answer(
            events: changes.compactMap { change in
                guard case .control(let event) = change.subject, call.control == nil || call.control == event.name
                else {
                    return nil
                }
                return view(event, change.sequence)
            },
            sequence: history.newest,
            newest: history.newest,
            resync: isIncomplete ? true : nil
        )
    }

    private func view(_ event: ControlEvent, _ sequence: Int64) -> PollControlEvents.Event {
        let (kind, events): (PollControlEvents.Kind, ControlEvents?) =
            switch event.kind {
            case .changed: (.changed, nil)
            case .state: (.state, nil)
            case .removed: (.removed, nil)
            case .sent(let events): (.sent, events)
            }
        return PollControlEvents.Event(
            sequence: sequence,
            control: event.name,
            kind: kind,
            events: events,
            state: event.state,
            version: event.version
        )
    }

    private func view(_ control: Control) -> ControlView {
        ControlView(
            name: control.name,
            version: control.version,
            state: control.state,
            spacing: control.spacing,
            horizontal: .init(rawValue: control.horizontal.rawValue) ?? .center,
            vertical: .init(rawValue: control.vertical.rawValue) ?? .center,
            values: control.statesWithValues.map { state in
                .init(
                    state: state,
                    title: control.value(.title, for: state),
                    color: control.value(.color, for: state),
                    image: control.value(.image, for: state)
                )
            }
        )
    }
}
