import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `layout grid`.
    static let layoutGrid = CommandDeclaration(
        path: ["layout", "grid"],
        section: .layout,
        summary: "lay out a cart or a catalog as a grid of tiles",
        notes: [
            "Lengths are points from the top left corner. The frames of icon and title are relative to their tile.",
            "The grid is that of the cart `default` where neither a cart nor a catalog is named.",
        ],
        parameters: LayOutGrid.parameters + [Parameters.relative.declaration],
        rules: LayOutGrid.rules + [.relativeNeedsVisible],
        examples: [
            "cartctl layout grid --width 280 --height 220",
            "cartctl layout grid --catalog cars --group A --columns 2 --direction rtl",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = try LayOutGrid(arguments)
            return GridReport(answer: try session.service().layOutGrid(call), call: call)
        }
    )

    /// `layout list`.
    static let layoutList = CommandDeclaration(
        path: ["layout", "list"],
        section: .layout,
        summary: "lay out a catalog as a list with a section index",
        notes: [
            "Lengths are points from the top left corner. The frames of icon and title are relative to their row, those of the "
                + "section index to the room that the list is seen through: it does not scroll."
        ],
        parameters: LayOutList.parameters + [Parameters.relative.declaration],
        rules: [.relativeNeedsVisible],
        examples: [
            "cartctl layout list --catalog cars",
            "cartctl layout list --catalog cars --visible 0,600,320,568 --relative",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = try LayOutList(arguments)
            return ListReport(answer: try session.service().layOutList(call), call: call)
        }
    )

    /// `layout control`.
    static let layoutControl = CommandDeclaration(
        path: ["layout", "control"],
        section: .layout,
        summary: "lay out an image-over-title control",
        notes: [
            "What is given here wins over what was set for the control; without a name the options alone describe one.",
            "Lengths are points from the control's top left corner.",
        ],
        parameters: LayOutControl.parameters,
        examples: [
            "cartctl layout control buy --width 120 --height 80 --state selected",
            "cartctl layout control --title Buy --image bag --image-size 44,44",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = try LayOutControl(arguments)
            return ControlLayoutReport(answer: try session.service().call(call), call: call)
        }
    )
}
