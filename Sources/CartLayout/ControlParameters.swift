/// What an image-over-title control is laid out with.
///
/// All lengths are points.
public struct ControlParameters: Hashable, Sendable, Codable {
    /// The control's own frame; the result is in the same coordinates.
    public var bounds: Rect
    /// The image's size, or nil without an image.
    ///
    /// An image without extent counts as none.
    public var image: Size?
    /// The title's size on one line, or nil without a title.
    ///
    /// A title without extent, as an empty one, counts as none.
    public var title: Size?
    /// The room between image and title, only where there are both.
    ///
    /// Default 2, that of the tutorial's control.
    public var spacing: Double
    /// Where the content lies between left and right.
    ///
    /// Default: in the middle, as in UIKit.
    public var horizontal: HorizontalAlignment
    /// Where the content lies between top and bottom.
    ///
    /// Default: in the middle, as in UIKit.
    public var vertical: VerticalAlignment
    /// What leading and trailing mean.
    ///
    /// Default: left to right.
    public var direction: LayoutDirection
    /// The pixel grid to snap to.
    ///
    /// Default: none.
    public var scale: Scale

    /// Makes the parameters; they are checked when a control is laid out with them.
    public init(
        bounds: Rect,
        image: Size? = nil,
        title: Size? = nil,
        spacing: Double = 2,
        horizontal: HorizontalAlignment = .center,
        vertical: VerticalAlignment = .center,
        direction: LayoutDirection = .leftToRight,
        scale: Scale = .none
    ) {
        self.bounds = bounds
        self.image = image
        self.title = title
        self.spacing = spacing
        self.horizontal = horizontal
        self.vertical = vertical
        self.direction = direction
        self.scale = scale
    }

    /// Sets the title's size from its text; an empty text is no title.
    public mutating func setTitle(_ text: String, measuredBy measure: any TitleMeasure) {
        title = text.isEmpty ? nil : measure.size(of: text)
    }

    /// Reads parameters of which all but the bounds may be missing, for their defaults.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(bounds: try values.decode(Rect.self, forKey: .bounds))
        image = try values.decodeIfPresent(Size.self, forKey: .image)
        title = try values.decodeIfPresent(Size.self, forKey: .title)
        spacing = try values.decode(.spacing, default: spacing)
        horizontal = try values.decode(.horizontal, default: horizontal)
        vertical = try values.decode(.vertical, default: vertical)
        direction = try values.decode(.direction, default: direction)
        scale = try values.decode(.scale, default: scale)
    }

    func check() throws(GeometryError) {
        try GeometryLimits.checkPoint(bounds.origin, "bounds")
        try GeometryLimits.checkSize(bounds.size, "bounds")
        if let image { try GeometryLimits.checkSize(image, "image") }
        if let title { try GeometryLimits.checkSize(title, "title") }
        try GeometryLimits.checkLength(spacing, "spacing")
    }
}
