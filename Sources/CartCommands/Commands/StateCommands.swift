import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `control select`, `control deselect` and so on: into one state, or out of it.
    static let stateChanges: [CommandDeclaration] = [
        stateChange("select", set: .selected, summary: "choose a control", done: "Selected"),
        stateChange("deselect", clear: .selected, summary: "end the choice of a control", done: "Deselected"),
        stateChange("disable", set: .disabled, summary: "make a control not react to touches", done: "Disabled"),
        stateChange("enable", clear: .disabled, summary: "make a control react to touches again", done: "Enabled"),
        stateChange("highlight", set: .highlighted, summary: "show a control as touched", done: "Highlighted"),
        stateChange(
            "unhighlight",
            clear: .highlighted,
            summary: "show a control as no longer touched",
            done: "Unhighlighted"
        ),
        stateChange("focus", set: .focused, summary: "give a control the focus", done: "Focused"),
        stateChange("unfocus", clear: .focused, summary: "take the focus from a control", done: "Unfocused"),
    ]

    private static func stateChange(
        _ word: String,
        set: ControlState? = nil,
        clear: ControlState? = nil,
        summary: String,
        done: String
    ) -> CommandDeclaration {
        CommandDeclaration(
            path: ["control", word],
            section: .controls,
            summary: summary,
            parameters: [Parameters.control.declaration],
            examples: ["cartctl control \(word) buy"],
            run: { (arguments, session) throws(CartError) in
                let call = ChangeControlState(
                    control: try arguments.required(Parameters.control),
                    set: set,
                    clear: clear
                )
                return ControlReport(try session.service().call(call), done: done)
            }
        )
    }
}
