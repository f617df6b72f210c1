import CartLayout
package import CartModel
package import CartProtocol

extension LayOutControl: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let scene = try ControlScene(self, context)
        return Answer(
            bounds: scene.layout.bounds,
            content: scene.layout.content,
            image: scene.layout.image,
            title: scene.layout.title,
            appearance: scene.appearance,
            text: try shortenedTitle(in: scene, context.layout),
            state: scene.state,
            version: scene.version
        )
    }

    private func shortenedTitle(in scene: ControlScene, _ resources: LayoutResources) throws(CartError) -> String? {
        guard titleSize == nil, let text = scene.appearance.title, let frame = scene.layout.title else {
            return nil
        }
        return try geometry { () throws(GeometryError) in
            try resources.measure(fontSize: fontSize ?? LayoutResources.fontSize, scale: scene.parameters.scale)
                .shortened(text, toWidth: frame.width)
        }
    }
}

extension HitControl: ServedMethod {
    package func serve(_ context: ServingContext) throws(CartError) -> Answer {
        let scene = try ControlScene(control, context)
        let part = try geometry { () throws(GeometryError) in try scene.layout.hit(point) }
        return Answer(hit: part.map { Answer.Hit(kind: Answer.Kind(rawValue: $0.rawValue)) })
    }
}
