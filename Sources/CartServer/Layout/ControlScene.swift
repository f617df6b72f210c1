import CartLayout
import CartModel
import CartProtocol
import CartStore

/// A control with all that is known of it: what it shows in its state, and where.
struct ControlScene {
    let state: ControlState
    let version: Int64?
    let appearance: LayOutControl.Appearance
    let parameters: ControlParameters
    let layout: ControlLayout

    /// Lays out a control.
    init(_ call: LayOutControl, _ context: ServingContext) throws(CartError) {
        var stored: Control?
        if let name = call.control {
            stored = try context.store.control(named: name)
        }
        state = call.state ?? stored?.state ?? .normal
        version = stored?.version
        appearance = try Self.appearance(call, stored, in: state)
        let size = (
            image: Self.imageSize(call, appearance.image, isStored: stored != nil, context.layout),
            title: try Self.titleSize(call, appearance.title, isStored: stored != nil, context.layout)
        )
        let spacing = call.spacing ?? stored?.spacing ?? Control.defaultSpacing
        let content = Self.extent(of: [size.image, size.title].compactMap { $0 }, spacing: spacing)
        let bounds = Rect(x: 0, y: 0, width: call.width ?? content.width, height: call.height ?? content.height)
        parameters = ControlParameters(
            bounds: bounds,
            image: size.image,
            title: size.title,
            spacing: spacing,
            // The model and the layout have the same cases under the same names.
            horizontal: call.horizontal ?? stored.flatMap { .init(rawValue: $0.horizontal.rawValue) } ?? .center,
            vertical: call.vertical ?? stored.flatMap { .init(rawValue: $0.vertical.rawValue) } ?? .center,
            direction: call.direction ?? .leftToRight,
            scale: try geometry { () throws(GeometryError) in try Scale(call.scale) }
        )
        layout = try geometry { [parameters] () throws(GeometryError) in try ControlLayout(parameters) }
    }

    private static func appearance(
        _ call: LayOutControl,
        _ stored: Control?,
        in state: ControlState
    ) throws(CartError) -> LayOutControl.Appearance {
        try Control.check(state)
        for (kind, text) in [(ControlValue.title, call.title), (.color, call.color), (.image, call.image)] {
            if let text { try Control.check(text, as: kind) }
        }
        return LayOutControl.Appearance(
            title: call.title ?? stored?.shownValue(.title, in: state),
            color: call.color ?? stored?.shownValue(.color, in: state),
            image: call.image ?? stored?.shownValue(.image, in: state)
        )
    }

    private static func imageSize(
        _ call: LayOutControl,
        _ name: String?,
        isStored: Bool,
        _ resources: LayoutResources
    ) -> Size? {
        guard let name else {
            return isStored ? nil : call.imageSize
        }
        return name.isEmpty ? nil : call.imageSize ?? resources.size(ofPicture: name)
    }

    private static func titleSize(
        _ call: LayOutControl,
        _ title: String?,
        isStored: Bool,
        _ resources: LayoutResources
    ) throws(CartError) -> Size? {
        guard let title else {
            return isStored ? nil : call.titleSize
        }
        if title.isEmpty || call.titleSize != nil {
            return title.isEmpty ? nil : call.titleSize
        }
        return try geometry { () throws(GeometryError) in
            try resources.measure(fontSize: call.fontSize ?? LayoutResources.fontSize, scale: Scale(call.scale))
                .size(of: title)
        }
    }

    /// What parts need side by side; sizes that are none are left to the layout, which refuses them.
    private static func extent(of parts: [Size], spacing: Double) -> Size {
        let lengths = 0...GeometryLimits.maximumLength
        let present = parts.filter { !$0.isEmpty && lengths.contains($0.width) && lengths.contains($0.height) }
        let gap = present.count > 1 && lengths.contains(spacing) ? spacing : 0
        return Size(
            width: present.map(\.width).max() ?? 0,
            height: min(present.reduce(gap) { $0 + $1.height }, GeometryLimits.maximumLength)
        )
    }
}
