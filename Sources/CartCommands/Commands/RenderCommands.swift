import CartLayout
import CartModel
import CartProtocol
import TextMeasurement

extension CommandDeclaration {
    private static let renderParameters = [
        Parameters.output.declaration, Parameters.fonts.declaration, Parameters.icons.declaration,
    ]

    private static let renderNotes = [
        "With --font titles are measured and drawn in that font, as outlines that look alike everywhere. Without it the viewer "
            + "sets them, and titles that do not fit are cut where the daemon cuts them.",
        "The picture is SVG 1.1 and refers to nothing outside of it.",
    ]

    /// `render grid`.
    static let renderGrid = CommandDeclaration(
        path: ["render", "grid"],
        section: .layout,
        summary: "draw a grid as an SVG picture",
        notes: [
            "It shows what a screen of --width and --height shows, or the part that --visible names; below it the two buttons of a "
                + "cart as they can be used now."
        ]
            + renderNotes,
        parameters: renderParameters + LayOutGrid.parameters,
        rules: LayOutGrid.rules,
        examples: ["cartctl render grid -o cart.svg --icons Resources/icons"],
        run: { (arguments, session) throws(CartError) in
            let renderer = try Renderer(arguments)
            let (call, visible) = GridPicture.call(for: try LayOutGrid(arguments))
            let answer = try session.service().layOutGrid(call)
            try Renderer.check(count: answer.items.count)
            let picture = GridPicture(answer: answer, call: call, visible: visible)
            return try renderer.render(picture.size, picture.title) { (drawing) throws(CartError) in
                try picture.draw(on: &drawing)
            }
        }
    )

    /// `render list`.
    static let renderList = CommandDeclaration(
        path: ["render", "list"],
        section: .layout,
        summary: "draw a list as an SVG picture",
        notes: [
            "It shows what a screen of --width and --height shows at --offset, or the part of the content that --visible names."
        ] + renderNotes,
        parameters: renderParameters + LayOutList.parameters,
        examples: ["cartctl render list -o cars.svg --catalog cars --offset 600"],
        run: { (arguments, session) throws(CartError) in
            let renderer = try Renderer(arguments)
            var (call, visible) = ListPicture.call(for: try LayOutList(arguments))
            let service = try session.service()
            var answer = try service.layOutList(call)
            // The bar of the section index is as wide as its titles in the font they are drawn in.
            if let width = try renderer.indexTitleWidth(of: answer.sectionIndex, for: call) {
                call.indexTitleWidth = width
                answer = try service.layOutList(call)
            }
            try Renderer.check(count: answer.sections.reduce(answer.sections.count) { $0 + $1.rows.count })
            let picture = ListPicture(answer: answer, call: call, visible: visible)
            return try renderer.render(picture.size, picture.title) { (drawing) throws(CartError) in
                try picture.draw(on: &drawing)
            }
        }
    )

    /// `render control`.
    static let renderControl = CommandDeclaration(
        path: ["render", "control"],
        section: .layout,
        summary: "draw an image-over-title control as a picture",
        notes: ["What is given here wins over what was set for the control."] + renderNotes,
        parameters: LayOutControl.parameters.filter(\.isArgument) + renderParameters
            + LayOutControl.parameters.filter { !$0.isArgument },
        examples: [
            "cartctl render control buy -o buy.svg --width 120 --state selected",
            "cartctl render control -o - --title Buy --image qianbao --icons icons",
        ],
        run: { (arguments, session) throws(CartError) in
            let renderer = try Renderer(arguments)
            let call = try LayOutControl(arguments)
            let service = try session.service()
            var answer = try service.call(call)
            // A title's size that is given by nobody is that in the font it is drawn in.
            if let title = answer.appearance.title, !title.isEmpty, call.titleSize == nil,
                let size = try renderer.measure(title, for: call)
            {
                var measured = call
                measured.titleSize = size
                answer = try service.call(measured)
            }
            let picture = ControlPicture(answer: answer, call: call)
            return try renderer.render(picture.size, picture.title) { (drawing) throws(CartError) in
                try picture.draw(on: &drawing)
            }
        }
    )
}
