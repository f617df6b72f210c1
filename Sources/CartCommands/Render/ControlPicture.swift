import CartLayout
import CartModel
import CartProtocol

/// An image-over-title control as it is on the screen in its states.
struct ControlPicture {
    /// The frames.
    let answer: LayOutControl.Answer
    /// What was asked.
    let call: LayOutControl

    /// How much of a control that does not react to touches is seen.
    private static let disabledOpacity = 0.38

    /// The picture's size in points.
    var size: Size {
        Size(width: answer.bounds.width + 2 * Drawing.margin, height: answer.bounds.height + 2 * Drawing.margin)
    }

    /// What the picture shows, in words.
    var title: String {
        let name = call.control.map { "Control \($0)" } ?? answer.appearance.title ?? "Control"
        return answer.state == .normal ? name : "\(name), \(answer.state.text)"
    }

    /// Draws it.
    func draw(on drawing: inout Drawing) throws(CartError) {
        drawing.box(Rect(origin: .zero, size: size), radius: 16, fill: Palette.page)
        let place = Point(x: Drawing.margin - answer.bounds.x, y: Drawing.margin - answer.bounds.y)
        let bounds = answer.bounds.offset(by: place)
        if answer.state.contains(.focused) {
            let ring = Rect(x: bounds.x - 4, y: bounds.y - 4, width: bounds.width + 8, height: bounds.height + 8)
            drawing.box(ring, radius: 14, fill: "none", stroke: Palette.accent, strokeWidth: 2)
        }
        let ground = Drawing.Ground(frame: bounds, stroke: outline.color, strokeWidth: outline.width)
        drawing.ground(ground, fill: back)
        guard answer.state.contains(.disabled) else {
            return try drawContent(at: place, of: ground, on: &drawing)
        }
        try drawing.group([("opacity", .number(Self.disabledOpacity))]) { (drawing) throws(CartError) in
            try drawContent(at: place, of: ground, on: &drawing)
        }
    }

    private func drawContent(
        at place: Point,
        of ground: Drawing.Ground,
        on drawing: inout Drawing
    ) throws(CartError) {
        let appearance = answer.appearance
        if let image = answer.image {
            let name = appearance.image ?? ""
            try drawing.icon(
                name.isEmpty ? nil : name,
                of: "",
                id: name,
                in: image.offset(by: place),
                on: ground
            )
        }
        if let title = answer.title, let text = appearance.title {
            try drawing.title(
                text,
                shown: answer.text,
                in: title.offset(by: place),
                .init(size: call.fontSize ?? FontSizes.title, color: ink)
            )
        }
    }

    private var ink: String {
        Palette.checked(answer.appearance.color) ?? (answer.state.contains(.selected) ? accent : Palette.ink)
    }

    /// The colour of what is chosen; the ink of a disabled control is faded with its content.
    private var accent: String {
        let isPressed = answer.state.contains(.highlighted) && !answer.state.contains(.disabled)
        return isPressed ? Palette.pressedAccent : Palette.accent
    }

    private var back: String {
        switch true {
        case answer.state.contains(.disabled): Palette.disabled
        case answer.state.contains(.highlighted): Palette.highlighted
        case answer.state.contains(.selected): Palette.selected
        default: Palette.surface
        }
    }

    private var outline: (color: String, width: Double) {
        guard answer.state.contains(.selected) else {
            return (Palette.outline, 1)
        }
        return (answer.state.contains(.disabled) ? Palette.disabledAccent : accent, 2)
    }
}
