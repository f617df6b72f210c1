/// Where the parts of an image-over-title control lie: an image above, a title below, both centred in the content that
/// hugs them, and the content aligned in the control's bounds.
///
/// The content never exceeds the bounds. Across, each part is cut to them. Downwards the image yields first, then the
/// title, then the room between the two.
public struct ControlLayout: Hashable, Sendable, Codable {
    /// The control's own frame, snapped.
    public let bounds: Rect
    /// The box around image and title; without extent when there is neither.
    public let content: Rect
    /// The image's box, or nil without an image.
    ///
    /// It may be smaller or, filled, higher than the image, which is then fitted into it.
    public let image: Rect?
    /// The title's box, or nil without a title.
    public let title: Rect?

    /// Lays out a control.
    ///
    /// - Throws: `GeometryError` when a length is negative, not finite or beyond `GeometryLimits.maximumLength`.
    public init(_ parameters: ControlParameters) throws(GeometryError) {
        try parameters.check()
        let (scale, room) = (parameters.scale, parameters.bounds)
        let heights = ControlHeights(parameters)
        let widest = max(parameters.image.width, parameters.title.width)
        let across = Placement(
            widest,
            in: room.width,
            at: parameters.horizontal.anchor(in: parameters.direction),
            scale: scale
        )
        let down = Placement(heights.content, in: room.height, at: parameters.vertical.anchor, scale: scale)

        func part(_ width: Double, _ offset: Double, _ height: Double) -> Rect {
            let inside = Placement(width, in: across.length, at: .middle, scale: scale)
            let top = room.y + down.offset + offset
            return Rect(
                x: inside.span(from: room.x + across.offset, scale: scale),
                y: Span(from: top, to: top + height, length: height, scale: scale)
            )
        }
        bounds = room.snapped(to: scale)
        content = Rect(x: across.span(from: room.x, scale: scale), y: down.span(from: room.y, scale: scale))
        image = parameters.image.isPresent ? part(parameters.image.width, 0, heights.image) : nil
        title =
            parameters.title.isPresent
            ? part(parameters.title.width, down.length - heights.title, heights.title) : nil
    }

    /// The part of the control at a point, or nil when the point is outside it.
    ///
    /// - Throws: `GeometryError` when the point is not finite.
    public func hit(_ point: Point) throws(GeometryError) -> ControlPart? {
        try GeometryLimits.checkPoint(point, "point")
        guard bounds.contains(point) else { return nil }
        if let image, image.contains(point) { return .image }
        if let title, title.contains(point) { return .title }
        return content.contains(point) ? .content : .background
    }
}

/// How the bounds' height is shared by image and title.
private struct ControlHeights {
    let content: Double
    let image: Double
    let title: Double

    init(_ parameters: ControlParameters) {
        let room = parameters.bounds.height
        let hasBoth = parameters.image.isPresent && parameters.title.isPresent
        let spacing = hasBoth ? min(parameters.spacing, room) : 0
        title = min(parameters.title.height, room - spacing)
        let rest = room - spacing - title
        let fills = parameters.vertical == .fill
        image = fills && parameters.image.isPresent ? rest : min(parameters.image.height, rest)
        content = fills ? room : image + spacing + title
    }
}

extension Size? {
    /// Whether there is something to lay out.
    fileprivate var isPresent: Bool { self.map { !$0.isEmpty } ?? false }
    /// The width of what there is to lay out.
    fileprivate var width: Double { isPresent ? self?.width ?? 0 : 0 }
    /// The height of what there is to lay out.
    fileprivate var height: Double { isPresent ? self?.height ?? 0 : 0 }
}
