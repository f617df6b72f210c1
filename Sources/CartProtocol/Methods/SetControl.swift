public import CartLayout
public import CartModel

/// Sets values of a control; the first one of a name makes the control.
///
/// What is nil stays as it is; ``ClearControl`` takes a value away.
public struct SetControl: Method {
    /// The control after the call.
    public typealias Answer = ControlAnswer
    /// `control.set`.
    public static let name = "control.set"
    /// Changes what is on disk.
    public static let isMutation = true

    /// The control's name: 1 to 128 bytes.
    public var control: String
    /// The set of states that title, colour and image are for: any of the four that have a name (nil is normal).
    public var state: ControlState?
    /// The text, at most 400 bytes; an empty one shows none where normal has one.
    public var title: String?
    /// The colour of the text, `#RRGGBB`.
    public var color: String?
    /// The name of the image, at most 255 bytes; an empty one shows none where normal has one.
    public var image: String?
    /// The room between image and title in points, in every state; a new control has 2.
    public var spacing: Double?
    /// Where the content lies between left and right, in every state; a new control has it in the centre.
    public var horizontal: HorizontalAlignment?
    /// Where the content lies between top and bottom, in every state; a new control has it in the centre.
    public var vertical: VerticalAlignment?
    /// Refuses with `versionConflict` where the control has another version; a new one has 0.
    public var expectedVersion: Int64?

    /// Creates the call.
    public init(
        control: String,
        state: ControlState? = nil,
        title: String? = nil,
        color: String? = nil,
        image: String? = nil,
        spacing: Double? = nil,
        horizontal: HorizontalAlignment? = nil,
        vertical: VerticalAlignment? = nil,
        expectedVersion: Int64? = nil
    ) {
        self.control = control
        self.state = state
        self.title = title
        self.color = color
        self.image = image
        self.spacing = spacing
        self.horizontal = horizontal
        self.vertical = vertical
        self.expectedVersion = expectedVersion
    }
}
