public import CartLayout
public import CartModel

/// Lays out an image-over-title control: a stored one by its name, or one that is described in the call.
///
/// Lengths are points. What is given here wins over what is stored; what is neither has the default that is named with it.
public struct LayOutControl: Method {
    /// `layout.control`.
    public static let name = "layout.control"

    /// The name of a stored control; nil is one that is described in the call alone.
    public var control: String?
    /// The text (of a stored control, that of its state; else none).
    public var title: String?
    /// The colour of the text, `#RRGGBB` (of a stored control, that of its state; else none).
    public var color: String?
    /// The name of the image (of a stored control, that of its state; else none).
    public var image: String?
    /// The control's width (that of its content).
    public var width: Double?
    /// The control's height (that of its content).
    public var height: Double?
    /// The set of states that it is shown in (of a stored control, the one that it is in; else normal).
    public var state: ControlState?
    /// Where the content lies between left and right (of a stored control, its own; else the centre).
    public var horizontal: HorizontalAlignment?
    /// Where the content lies between top and bottom (of a stored control, its own; else the centre).
    public var vertical: VerticalAlignment?
    /// The room between image and title where there are both (of a stored control, its own; else 2).
    public var spacing: Double?
    /// What leading and trailing mean (left to right).
    public var direction: LayoutDirection?
    /// Pixels a point that frames are snapped to: 1, 2, 3, or 0 for none (0).
    public var scale: Int?
    /// The image's size (44 x 44).
    ///
    /// A control that is described in the call has an image where it has this or a name.
    public var imageSize: Size?
    /// The title's size on one line (as measured).
    ///
    /// A control that is described in the call has a title where it has this or a text.
    public var titleSize: Size?
    /// The size of the font that the title is measured in, above 0 and at most 10,000 (17).
    public var fontSize: Double?

    /// Creates the call.
    public init(
        control: String? = nil,
        title: String? = nil,
        color: String? = nil,
        image: String? = nil,
        width: Double? = nil,
        height: Double? = nil,
        state: ControlState? = nil,
        horizontal: HorizontalAlignment? = nil,
        vertical: VerticalAlignment? = nil,
        spacing: Double? = nil,
        direction: LayoutDirection? = nil,
        scale: Int? = nil,
        imageSize: Size? = nil,
        titleSize: Size? = nil,
        fontSize: Double? = nil
    ) {
        self.control = control
        self.title = title
        self.color = color
        self.image = image
        self.width = width
        self.height = height
        self.state = state
        self.horizontal = horizontal
        self.vertical = vertical
        self.spacing = spacing
        self.direction = direction
        self.scale = scale
        self.imageSize = imageSize
        self.titleSize = titleSize
        self.fontSize = fontSize
    }

    /// Where the parts are, and what they show.
    public struct Answer: Codable, Hashable, Sendable {
        /// The control itself, its origin at the top left corner.
        public var bounds: Rect
        /// The box around image and title; without extent where there is neither.
        public var content: Rect
        /// The image's box; absent without an image.
        public var image: Rect?
        /// The title's box; absent without a title.
        public var title: Rect?
        /// What is shown in the state.
        public var appearance: Appearance
        /// What is shown of a title that is too wide for its box: its beginning and an ellipsis; absent where it fits, and
        /// where its size was given.
        public var text: String?
        /// The set of states, as UIKit's bits.
        public var state: ControlState
        /// The version of the stored control; absent for one that is not stored.
        public var version: Int64?

        /// Creates an answer.
        public init(
            bounds: Rect,
            content: Rect,
            image: Rect? = nil,
            title: Rect? = nil,
            appearance: Appearance = Appearance(),
            text: String? = nil,
            state: ControlState = .normal,
            version: Int64? = nil
        ) {
            self.bounds = bounds
            self.content = content
            self.image = image
            self.title = title
            self.appearance = appearance
            self.text = text
            self.state = state
            self.version = version
        }
    }

    /// The values of a set of states: its own, else those of normal, else none.
    public struct Appearance: Codable, Hashable, Sendable {
        /// The text.
        public var title: String?
        /// The colour of the text, `#RRGGBB`.
        public var color: String?
        /// The name of the image.
        public var image: String?

        /// Creates an appearance.
        public init(title: String? = nil, color: String? = nil, image: String? = nil) {
            self.title = title
            self.color = color
            self.image = image
        }
    }
}
