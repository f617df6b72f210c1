import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `control set`.
    static let controlSet = CommandDeclaration(
        path: ["control", "set"],
        section: .controls,
        summary: "set values of a control; the first makes the control",
        notes: [
            "Title, colour and image are for exactly the states of --state; a set of states without a value of its own shows that "
                + "of normal. What is not given stays as it is."
        ],
        parameters: [
            Parameters.control.declaration, Parameters.state.declaration, Parameters.title.declaration,
            Parameters.color.declaration, Parameters.image.declaration, Parameters.spacing.declaration,
            Parameters.horizontal.declaration, Parameters.vertical.declaration,
        ],
        examples: [
            "cartctl control set buy --title Buy --image bag --vertical fill",
            "cartctl control set buy --state highlighted,selected --color #2E7D32",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = SetControl(
                control: try arguments.required(Parameters.control),
                state: arguments[Parameters.state],
                title: arguments[Parameters.title],
                color: arguments[Parameters.color],
                image: arguments[Parameters.image],
                spacing: arguments[Parameters.spacing],
                horizontal: arguments[Parameters.horizontal],
                vertical: arguments[Parameters.vertical]
            )
            return ControlReport(try session.service().call(call), done: "Set")
        }
    )

    /// `control clear`.
    static let controlClear = CommandDeclaration(
        path: ["control", "clear"],
        section: .controls,
        summary: "take away what was set for some states",
        notes: ["The states then show what normal shows."],
        parameters: [
            Parameters.control.declaration, Parameters.clearedState.declaration, Parameters.values.declaration,
        ],
        examples: [
            "cartctl control clear buy --state highlighted", "cartctl control clear buy --state normal --values color",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = ClearControl(
                control: try arguments.required(Parameters.control),
                state: try arguments.required(Parameters.clearedState),
                values: arguments[Parameters.values]?.values
            )
            return ControlReport(try session.service().call(call), done: "Cleared")
        }
    )

    /// `control show`.
    static let controlShow = CommandDeclaration(
        path: ["control", "show"],
        section: .controls,
        summary: "show a control and what its states show",
        parameters: [Parameters.control.declaration],
        examples: ["cartctl control show buy"],
        run: { (arguments, session) throws(CartError) in
            let call = ShowControl(control: try arguments.required(Parameters.control))
            return ControlReport(try session.service().call(call))
        }
    )

    /// `control list`.
    static let controlList = CommandDeclaration(
        path: ["control", "list"],
        section: .controls,
        summary: "list the controls",
        examples: ["cartctl control list"],
        run: { (_, session) throws(CartError) in
            let (controls, sequence) = try session.service().controls()
            return ControlListReport(controls: controls, sequence: sequence)
        }
    )

    /// `control remove`.
    static let controlRemove = CommandDeclaration(
        path: ["control", "remove"],
        section: .controls,
        summary: "take a control away",
        parameters: [Parameters.control.declaration],
        examples: ["cartctl control remove buy"],
        run: { (arguments, session) throws(CartError) in
            let call = RemoveControl(control: try arguments.required(Parameters.control))
            return ControlReport(try session.service().call(call), done: "Removed")
        }
    )

    /// `control send`.
    static let controlSend = CommandDeclaration(
        path: ["control", "send"],
        section: .controls,
        summary: "tell that something happened to a control",
        notes: [
            "Who watches hears of it at once, as `control watch` does, and `control poll` shows it later.",
            "The events are \(ControlEvents.choices.alternatives).",
            "The control's state is not asked: a disabled one sends too.",
        ],
        parameters: [Parameters.control.declaration, Parameters.events.declaration],
        examples: ["cartctl control send buy touchUpInside"],
        run: { (arguments, session) throws(CartError) in
            let call = SendControlEvents(
                control: try arguments.required(Parameters.control),
                events: try arguments.required(Parameters.events)
            )
            return SentReport(answer: try session.service().call(call), call: call)
        }
    )

    /// `control poll`.
    static let controlPoll = CommandDeclaration(
        path: ["control", "poll"],
        section: .controls,
        summary: "show what has happened to controls; does not wait",
        notes: ["Only the newest events are kept. Who has missed some is told so, and looks at the controls again."],
        parameters: [
            Parameters.polledControl.declaration, Parameters.after.declaration, Parameters.polledEvents.declaration,
        ],
        examples: ["cartctl control poll buy", "cartctl control poll --after 42 --events touchUpInside"],
        run: { (arguments, session) throws(CartError) in
            let call = PollControlEvents(
                after: arguments[Parameters.after]?.clamped,
                control: arguments[Parameters.polledControl],
                events: arguments[Parameters.polledEvents]
            )
            return ControlEventsReport(answer: try session.service().controlEvents(call), call: call)
        }
    )
}
