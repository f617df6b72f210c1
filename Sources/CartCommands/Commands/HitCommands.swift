import CartModel
import CartProtocol

extension CommandDeclaration {
    /// `hit grid`.
    static let hitGrid = CommandDeclaration(
        path: ["hit", "grid"],
        section: .layout,
        summary: "tell which tile of a grid is at a point",
        notes: ["Nothing there is an answer too. The options are those of `layout grid`."],
        parameters: [Parameters.point.declaration] + LayOutGrid.parameters + [Parameters.relative.declaration],
        rules: LayOutGrid.rules + [.relativeNeedsVisible],
        examples: ["cartctl hit grid --at 140,40", "cartctl hit grid --at 5,5 --catalog cars --columns 4"],
        run: { (arguments, session) throws(CartError) in
            let call = HitGrid(grid: try LayOutGrid(arguments), point: try arguments.required(Parameters.point))
            return HitReport(answer: try session.service().call(call), point: call.point)
        }
    )

    /// `hit list`.
    static let hitList = CommandDeclaration(
        path: ["hit", "list"],
        section: .layout,
        summary: "tell which part of a list is at a point",
        notes: [
            "Nothing there is an answer too. The options are those of `layout list`.",
            "The section index and the header at the top of the screen lie over the rows, so it counts how far the content is "
                + "scrolled: by --offset, else by the top of --visible.",
        ],
        parameters: [Parameters.point.declaration] + LayOutList.parameters + [Parameters.relative.declaration],
        rules: [.relativeNeedsVisible],
        examples: [
            "cartctl hit list --catalog cars --at 100,40",
            "cartctl hit list --catalog cars --at 315,900 --offset 600",
        ],
        run: { (arguments, session) throws(CartError) in
            let call = HitList(list: try LayOutList(arguments), point: try arguments.required(Parameters.point))
            return HitReport(answer: try session.service().call(call), point: call.point)
        }
    )

    /// `hit control`.
    static let hitControl = CommandDeclaration(
        path: ["hit", "control"],
        section: .layout,
        summary: "tell which part of a control is at a point",
        notes: ["Nothing there is an answer too. The options are those of `layout control`."],
        parameters: [Parameters.point.declaration] + LayOutControl.parameters,
        examples: ["cartctl hit control buy --at 60,20 --width 120 --height 80"],
        run: { (arguments, session) throws(CartError) in
            let call = HitControl(
                control: try LayOutControl(arguments),
                point: try arguments.required(Parameters.point)
            )
            return HitReport(answer: try session.service().call(call), point: call.point)
        }
    )
}
