import CartModel

extension Parameters {
    /// Which control.
    static let control = Parameter<String>.argument("NAME", from: .names(.controls), "the control")
    /// Which control, where one can also be described.
    static let anyControl = Parameter<String>.argument(
        "NAME",
        required: false,
        from: .names(.controls),
        "the control; without it one that the options describe"
    )
    /// Which control's events.
    static let polledControl = Parameter<String>.argument(
        "NAME",
        required: false,
        from: .names(.controls),
        "the control; without it all of them"
    )
    /// What state to lay it out in.
    static let shownState = Parameter<ControlState>.option(
        "state",
        "LIST",
        "the states to show it in, such as highlighted,selected; those that it is in when not given"
    )
    /// What state values are for.
    static let state = Parameter<ControlState>.option(
        "state",
        "LIST",
        "the set of states that title, colour and image are for, such as highlighted,selected; normal when not given"
    )
    /// What state's values are cleared.
    static let clearedState = Parameter<ControlState>.option(
        "state",
        "LIST",
        required: true,
        "exactly this set of states is cleared, such as highlighted,selected or normal"
    )
    /// Which values.
    static let values = Parameter<ControlValues>.option(
        "values",
        "LIST",
        "only some of \(ControlValues.choices.joined(separator: ", ")); all three when not given"
    )
    /// What happened.
    static let events = Parameter<ControlEvents>.argument(
        "EVENTS",
        "what happened, such as touchUpInside or valueChanged,editingDidEnd"
    )
    /// What to hear of.
    static let polledEvents = Parameter<ControlEvents>.option(
        "events",
        "LIST",
        "of the events that were sent only these; all of them when not given"
    )
    /// What is known already.
    static let after = Parameter<WholeNumber>.option(
        "after",
        "SEQUENCE",
        "only what came after it: the sequence of the answer before, or of `control list`"
    )
}
